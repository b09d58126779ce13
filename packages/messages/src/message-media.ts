import { IMAGES_PER_MESSAGE_MAX, ServiceError } from '@svc/domain';
import type { Store } from '@svc/store';
import { decodeAudio, decodeImage } from './media/decode.js';
import { newMediaId } from './media/media-ids.js';
import type { MediaFile, MediaStorage } from './media/storage.js';
import { withoutMetadata } from './media/without-metadata.js';
import { invalid } from './message-text.js';

/** The decoded files of one message, not stored yet. */
export interface MessageFiles {
  /** In the order in which they were sent. */
  images: MediaFile[];
  audio: MediaFile | null;
}

/** The stored files of one message, with the rows that name their agent. */
export interface PlacedMedia {
  imageUrls: string[];
  audioUrl: string | null;
  /** Removes files and rows, because the message was not written. */
  discard(): Promise<void>;
}

/** A file in base64 as it was sent, with the field that a refusal names. */
export interface SentFile {
  base64: string;
  path: string;
}

/**
 * Decodes all files before any is stored, so that one bad file leaves nothing behind.
 *
 * @param sent `byPerson`: of a person's pictures only the pictures are kept.
 */
export async function decodeFiles(sent: {
  images: SentFile[];
  audio: SentFile | null;
  byPerson: boolean;
}): Promise<MessageFiles> {
  if (sent.images.length > IMAGES_PER_MESSAGE_MAX) {
    throw invalid('body.images', `must NOT have more than ${IMAGES_PER_MESSAGE_MAX} items`);
  }
  const images: MediaFile[] = [];
  for (const image of sent.images) {
    images.push(await decoded(image, sent.byPerson ? decodePersonsImage : decodeImage));
    // Ten large images take a tenth of a second, and others are waiting.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { images, audio: sent.audio === null ? null : await decoded(sent.audio, decodeAudio) };
}

async function decodePersonsImage(base64: string): Promise<MediaFile> {
  return withoutMetadata(await decodeImage(base64));
}

/** The decoder does not know the name of the field, so it is added to the refusal here. */
async function decoded(
  { base64, path }: SentFile,
  decode: (base64: string) => Promise<MediaFile>,
): Promise<MediaFile> {
  try {
    return await decode(base64);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, detail } = error;
    throw new ServiceError(code, { detail, fields: [{ path, message: detail }], cause: error });
  }
}

/**
 * Stores the files and then their rows, before the message is written. A crash in between leaves a file or a row that no message names.
 * With the row the file is removed together with its agent.
 */
export async function placeMedia(
  deps: { media: MediaStorage; store: Pick<Store, 'media' | 'prisma'> },
  { agentId, messageId }: { agentId: string; messageId: string },
  files: MessageFiles,
): Promise<PlacedMedia> {
  const all = files.audio === null ? files.images : [...files.images, files.audio];
  if (all.length === 0) return { imageUrls: [], audioUrl: null, discard: async () => {} };

  const placed: string[] = [];
  const discard = async (): Promise<void> => {
    await Promise.all(placed.map((mediaId) => deps.media.remove(mediaId)));
    await deps.store.prisma.media.deleteMany({ where: { id: { in: placed } } });
  };
  try {
    for (const { contentType, bytes } of all) {
      const mediaId = newMediaId(contentType);
      await deps.media.put(mediaId, bytes);
      placed.push(mediaId);
    }
    await deps.store.media.add(
      placed.map((mediaId, index) => ({
        mediaId,
        agentId,
        messageId,
        contentType: all[index]?.contentType ?? '',
        byteLength: all[index]?.bytes.length ?? 0,
      })),
    );
  } catch (error) {
    await discard().catch(() => {});
    throw error;
  }
  const urls = placed.map((mediaId) => deps.media.urlOf(mediaId));
  return {
    imageUrls: urls.slice(0, files.images.length),
    audioUrl: urls[files.images.length] ?? null,
    discard,
  };
}
