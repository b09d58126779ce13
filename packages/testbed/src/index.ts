export { startConstellation } from './constellation.js';
export type { Constellation } from './constellation.js';
export { Product } from './product.js';
export type { ProductOptions } from './product.js';
export type { ProductMode } from './product-place.js';
export { removeScratchBrokers } from './scratch-broker.js';
