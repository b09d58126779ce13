import { startProduct } from './started-product.mjs';

export default () => startProduct('services');
