export { contractCaller } from './contract-caller.js';
export type { ContractCall, ContractCaller } from './contract-caller.js';
export { contractRouter } from './contract-router.js';
export type { AnswerOnce } from './contract-router.js';
export { asyncapi } from './generated/asyncapi.js';
export { document } from './generated/document.js';
export type { components, operations, paths } from './generated/types.js';
export { agentAccess, apiKeyScopeOf, bodyBytesMaxOf, dereference, METHODS } from './document.js';
export type {
  AgentAccess,
  AnswerBody,
  OpenApiDocument,
  OperationBody,
  OperationChecks,
  OperationHandlers,
  OperationId,
  OperationInput,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
  Schema,
} from './document.js';
export { contractAjv, fieldSchema, fieldsOf, removeNulls, writtenJson } from './validation.js';
export { viewOf } from './view.js';
export { BodyBudget } from './body-budget.js';
export type { BodyBounds, BodyShare } from './body-budget.js';
