// Generated from packages/database/sql by `npm run sql`.
export * as accounts from './accounts.js';
export * as agents from './agents.js';
export * as audit from './audit.js';
export * as conversations from './conversations.js';
export * as decisions from './decisions.js';
export * as deletions from './deletions.js';
export * as deviceLogins from './device-logins.js';
export * as erasures from './erasures.js';
export * as invitations from './invitations.js';
export * as keys from './keys.js';
export * as messages from './messages.js';
export * as runs from './runs.js';
export * as search from './search.js';
export * as streams from './streams.js';
export * as uploads from './uploads.js';
