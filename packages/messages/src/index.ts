export type { AgentMessage } from './agent-message.js';
export { newMediaId } from './media/media-ids.js';
export type { MediaStorage, OpenedMedia } from './media/storage.js';
export { DiskMediaStorage } from './media/storages/disk.js';
export { createMessages } from './messages.js';
export type { AcceptedMessage, Messages, MessagesDependencies } from './messages.js';
export type { UserMessage } from './user-message.js';
