export type * from './generated/types.js';
export * from './generated/typed-validators.js';
export { fieldErrorsOf } from './validate.js';
export type { FieldError, SchemaError, Validate } from './validate.js';
export * from './topology.js';
