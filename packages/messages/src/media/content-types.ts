/** How a stored file is named and served. */
export interface StoredType {
  contentType: string;
  extension: string;
}

/**
 * File types by the name that the detection gives, and how each is stored.
 *
 * An animated PNG is a PNG. A recorder puts sound without pictures into MP4 or WebM, whose containers look like video.
 */
export const IMAGE_TYPES: Readonly<Record<string, StoredType>> = {
  'image/png': { contentType: 'image/png', extension: 'png' },
  'image/apng': { contentType: 'image/png', extension: 'png' },
  'image/jpeg': { contentType: 'image/jpeg', extension: 'jpg' },
  'image/gif': { contentType: 'image/gif', extension: 'gif' },
  'image/webp': { contentType: 'image/webp', extension: 'webp' },
};

const MP4_AUDIO: StoredType = { contentType: 'audio/mp4', extension: 'm4a' };
const OGG: StoredType = { contentType: 'audio/ogg', extension: 'ogg' };
const WEBM: StoredType = { contentType: 'audio/webm', extension: 'webm' };

/** See {@link IMAGE_TYPES}. */
export const AUDIO_TYPES: Readonly<Record<string, StoredType>> = {
  'audio/x-m4a': MP4_AUDIO,
  'audio/mp4': MP4_AUDIO,
  'video/mp4': MP4_AUDIO,
  'audio/aac': { contentType: 'audio/aac', extension: 'aac' },
  'audio/mpeg': { contentType: 'audio/mpeg', extension: 'mp3' },
  'audio/ogg': OGG,
  'audio/ogg; codecs=opus': OGG,
  'audio/webm': WEBM,
  'video/webm': WEBM,
  'audio/wav': { contentType: 'audio/wav', extension: 'wav' },
};

/** How any other file is stored and served, whatever it is: as bytes that no browser interprets. */
export const FILE_TYPE: StoredType = { contentType: 'application/octet-stream', extension: 'bin' };

const ALL_TYPES = [...Object.values(IMAGE_TYPES), ...Object.values(AUDIO_TYPES), FILE_TYPE];

const EXTENSION_BY_CONTENT_TYPE = new Map(ALL_TYPES.map((type) => [type.contentType, type.extension]));
const CONTENT_TYPE_BY_EXTENSION = new Map(ALL_TYPES.map((type) => [type.extension, type.contentType]));

export function extensionOf(contentType: string): string | null {
  return EXTENSION_BY_CONTENT_TYPE.get(contentType) ?? null;
}

export function contentTypeOf(extension: string): string | null {
  return CONTENT_TYPE_BY_EXTENSION.get(extension) ?? null;
}
