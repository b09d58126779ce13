export type * from './generated/types.js';
export * from './generated/event-validators.js';
export * from './validate.js';
export * from './validators.js';
export * from './topology.js';
