export { decodeAudio, decodeImage } from './decode.js';
export type { MediaFile, MediaStorage, OpenedMedia, StoredMedia } from './storage.js';
export { DiskMediaStorage } from './storages/disk.js';
export type { DiskMediaStorageOptions } from './storages/disk.js';
