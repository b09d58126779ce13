import { startProduct } from '../../started-product.mjs';
import { SETTINGS } from './settings.mjs';

export default () => startProduct('SPEC_URL_services', { mode: 'services', settings: SETTINGS });
