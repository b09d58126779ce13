import { stopProduct } from '../started-product.mjs';

export default () => stopProduct('BROWSER_BASE_URL');
