import { stopProduct } from './started-product.mjs';

export default () => stopProduct('services');
