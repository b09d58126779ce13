import { startProduct } from './started-product.mjs';

export default () => startProduct('all-in-one');
