export { createHints } from './hints.js';
export type { Hints } from './hints.js';
export { Publishing } from './publishing.js';
export type { PublishLogger } from './publishing.js';
