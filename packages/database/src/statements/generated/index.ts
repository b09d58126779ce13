// Generated from packages/database/sql by `npm run sql`.
export * as agents from './agents.js';
export * as runs from './runs.js';
export * as search from './search.js';
