import { stopProduct } from '../../started-product.mjs';

export default () => stopProduct('SPEC_URL_all-in-one');
