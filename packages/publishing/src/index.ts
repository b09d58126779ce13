export { createEventHints, tellOfEvent } from './event-hints.js';
export type { EventHints, EventHintsOptions } from './event-hints.js';
export type { Timing as HintTiming } from './hint-coalescing.js';
export { createHints } from './hints.js';
export type { Concerned, Hints } from './hints.js';
export { Publishing } from './publishing.js';
export type { PublishLogger } from './publishing.js';
