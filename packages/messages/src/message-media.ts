import {
  AUDIO_BYTES_MAX,
  IMAGE_BYTES_MAX,
  IMAGES_PER_MESSAGE_MAX,
  ServiceError,
  invalidField,
} from '@svc/domain';
import type { Store, UploadOwner, UploadRecord } from '@svc/store';
import { decodeBase64, AUDIO_TYPES, IMAGE_TYPES, HEAD_BYTES, typeOfHead } from './media/content-types.js';
import type { Base64Limits, StoredType } from './media/content-types.js';
import { newMediaId } from './media/media-storage.js';
import { withPicturePermit, pictureAlone } from './media/pictures.js';
import type { MediaFile, MediaStorage } from './media/media-storage.js';

/** Decoded, and not stored yet. */
export interface MessageFiles {
  images: MediaFile[];
  audio: MediaFile | null;
}

/** With the field that a refusal names. */
export interface SentFile {
  base64: string;
  path: string;
}

export interface SentInBase64 {
  owner: UploadOwner;
  images: SentFile[];
  audio: SentFile | null;
}

/** Decodes all files before any is stored. Takes its time, so no transaction should be open. */
export async function decodeFiles(sent: SentInBase64): Promise<MessageFiles> {
  if (sent.images.length > IMAGES_PER_MESSAGE_MAX) {
    throw invalidField('body.images', `must NOT have more than ${IMAGES_PER_MESSAGE_MAX} items`);
  }
  const images: MediaFile[] = [];
  for (const image of sent.images) {
    images.push(await namingField(image.path, () => decodeImage(image.base64, idOf(sent.owner))));
  }
  const { audio } = sent;
  if (audio === null) return { images, audio };
  return { images, audio: await namingField(audio.path, () => decodeAudio(audio.base64)) };
}

export function idOf(owner: UploadOwner): string {
  return 'userId' in owner ? owner.userId : owner.agentId;
}

/** Adds the field, which the decoder does not know, to a refusal. */
export async function namingField<Result>(path: string, decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryAfterSeconds !== undefined) throw error;
    const { code, detail } = error;
    throw new ServiceError(code, { detail, fields: [{ path, message: detail }], cause: error });
  }
}

export interface MediaDependencies {
  media: MediaStorage;
  store: Pick<Store, 'media' | 'uploads'>;
}

/**
 * Stores files that came with a message as uploads, which the message then takes like those that it names. If
 * nothing takes them, they are removed like others. `discard` removes them when the message was not written.
 */
export async function resolveMedia(
  deps: MediaDependencies,
  { owner, files, mediaIds }: { owner: UploadOwner; files: MessageFiles; mediaIds: readonly string[] },
) {
  const named = await namedUploads(deps, owner, mediaIds);
  const others = named.filter(({ fileName }) => fileName !== null);
  const media = named.filter(({ fileName }) => fileName === null);
  const [images, recordings] = [media.filter(isImage), media.filter((each) => !isImage(each))];
  if (files.images.length + images.length > IMAGES_PER_MESSAGE_MAX) {
    throw invalidField('body.media_ids', `must NOT lead to more than ${IMAGES_PER_MESSAGE_MAX} images`);
  }
  if ((files.audio === null ? 0 : 1) + recordings.length > 1) {
    throw invalidField('body.media_ids', 'must NOT lead to more than one recording');
  }
  const sent = [...files.images, ...(files.audio === null ? [] : [files.audio])].map((file) => ({
    mediaId: newMediaId(file.contentType),
    contentType: file.contentType,
    byteLength: file.bytes.length,
    bytes: file.bytes,
  }));
  const discard = async (): Promise<void> => {
    const stored = sent.map(({ mediaId }) => mediaId);
    await Promise.all(stored.map((mediaId) => deps.media.remove(mediaId)));
    await deps.store.media.forget(stored);
  };
  if (sent.length > 0) {
    const takeBack = await deps.store.uploads.begin(owner, sent);
    try {
      for (const { mediaId, bytes } of sent) await deps.media.put(mediaId, bytes);
      if (!(await deps.store.uploads.finish(sent))) throw new ServiceError('request_timeout');
    } catch (error) {
      takeBack();
      await discard().catch(() => {});
      throw error;
    }
  }
  const all = [...sent.filter(isImage), ...images, ...sent.filter((each) => !isImage(each)), ...recordings];
  const urls = all.map(({ mediaId }) => deps.media.urlOf(mediaId));
  const imageCount = all.filter(isImage).length;
  return {
    imageUrls: urls.slice(0, imageCount),
    audioUrl: urls[imageCount] ?? null,
    files: others.map(({ mediaId, contentType, byteLength, fileName }) => ({
      url: deps.media.urlOf(mediaId),
      name: fileName ?? '',
      content_type: contentType,
      byte_length: byteLength,
    })),
    mediaIds: [...all, ...others].map(({ mediaId }) => mediaId),
    discard,
  };
}

/**
 * The uploads that a message names. Asked again, it says whether another message has taken them meanwhile.
 *
 * @throws ServiceError `invalid_request` for the first that does not wait for a message.
 */
export async function namedUploads(
  deps: Pick<MediaDependencies, 'store'>,
  owner: UploadOwner,
  mediaIds: readonly string[],
): Promise<UploadRecord[]> {
  if (mediaIds.length === 0) return [];
  const found = new Map((await deps.store.uploads.find(owner, mediaIds)).map((each) => [each.mediaId, each]));
  return mediaIds.map((mediaId, index) => {
    const upload = found.get(mediaId);
    if (upload !== undefined) return upload;
    throw invalidField(`body.media_ids.${index}`, 'names no file of yours that waits for a message');
  });
}

function isImage({ contentType }: { contentType: string }): boolean {
  return contentType.startsWith('image/');
}

/**
 * @param owner whose permit it takes.
 * @throws ServiceError `image_too_large` over 5 MiB; `invalid_image` for what is neither PNG, JPEG, GIF nor
 *   WebP; and as {@link pictureAlone} and {@link withPicturePermit}.
 */
export async function decodeImage(base64: string, owner: string): Promise<MediaFile> {
  const image = await decode(base64, IMAGES);
  return withPicturePermit(owner, () => pictureAlone(image));
}

/** @throws ServiceError `audio_too_large` over 10 MiB decoded; `invalid_audio` for what is no recording. */
export function decodeAudio(base64: string): Promise<MediaFile> {
  return decode(base64, RECORDINGS);
}

interface Acceptance extends Base64Limits {
  types: Readonly<Record<string, StoredType>>;
}

export const IMAGES: Acceptance = {
  ...{ bytesMax: IMAGE_BYTES_MAX, tooLarge: 'image_too_large', invalid: 'invalid_image', types: IMAGE_TYPES },
};
export const RECORDINGS: Acceptance = {
  ...{ bytesMax: AUDIO_BYTES_MAX, tooLarge: 'audio_too_large', invalid: 'invalid_audio', types: AUDIO_TYPES },
};

async function decode(base64: string, acceptance: Acceptance): Promise<MediaFile> {
  const bytes = decodeBase64(base64, acceptance);
  // By its beginning alone: a whole archive would be looked through before it is refused.
  const contentType = await typeOfHead(bytes.subarray(0, HEAD_BYTES));
  const isAccepted = Object.values(acceptance.types).some((type) => type.contentType === contentType);
  if (contentType === null || !isAccepted) throw new ServiceError(acceptance.invalid);
  return { bytes, contentType };
}
