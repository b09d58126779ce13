import { startProduct } from '../../started-product.mjs';
import { SETTINGS } from './settings.mjs';

export default () =>
  startProduct('SPEC_URL_all-in-one', { mode: 'all-in-one', database: 'tests', settings: SETTINGS });
