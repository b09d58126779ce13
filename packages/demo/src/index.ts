export { createDemo } from './demo.js';
export type { Demo, DemoLog, DemoOpening, DemoOptions } from './demo.js';
export { isLoopbackOnly } from './demo-password.js';
export { readDemoRecord, removeDemoRecord } from './demo-record.js';
export type { DemoRecord } from './demo-record.js';
export type { Login } from './user-api.js';
