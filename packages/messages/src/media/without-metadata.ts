import { ServiceError } from '@svc/domain';
import { strippedGif } from './metadata/gif.js';
import { strippedJpeg } from './metadata/jpeg.js';
import { strippedPng } from './metadata/png.js';
import { strippedFrames } from './metadata/recordings/frames.js';
import { strippedMp4 } from './metadata/recordings/mp4.js';
import { strippedOgg } from './metadata/recordings/ogg.js';
import { RecordingParts } from './metadata/recordings/recording-parts.js';
import { beginOfSound } from './metadata/recordings/tags.js';
import { strippedWav } from './metadata/recordings/wav.js';
import { strippedWebm } from './metadata/recordings/webm.js';
import { strippedWebp } from './metadata/webp.js';
import type { MediaFile } from './storage.js';

const PICTURES: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/gif': strippedGif,
  'image/jpeg': strippedJpeg,
  'image/png': strippedPng,
  'image/webp': strippedWebp,
};

const RECORDINGS: Readonly<Record<string, (bytes: Buffer, parts: RecordingParts) => Buffer>> = {
  'audio/aac': strippedFrames,
  'audio/mp4': strippedMp4,
  'audio/mpeg': strippedFrames,
  'audio/ogg': strippedOgg,
  'audio/wav': strippedWav,
  'audio/webm': strippedWebm,
};

/**
 * The same picture or recording without what devices and programs have written beside it: where and when it was made, by whom
 * and with what. Nothing is compressed again. A picture keeps its colours, its movement and how it is to be turned; a recording plays as before. What
 * cannot be read does not stay. Of a recording the given bytes themselves are changed.
 *
 * @throws ServiceError `invalid_image` or `invalid_audio` for a file of so many parts that going through them would hold up others, and `invalid_audio`
 *   for a recording of which nothing is left.
 */
export function withoutMetadata(file: MediaFile): MediaFile {
  const picture = PICTURES[file.contentType];
  if (picture !== undefined) return { ...file, bytes: picture(file.bytes) };
  const recording = RECORDINGS[file.contentType];
  if (recording === undefined) throw new Error(`Nothing is known of ${file.contentType}`);
  const parts = new RecordingParts();
  // Programs put their tags before any kind of recording.
  const bytes = recording(file.bytes.subarray(beginOfSound(file.bytes, parts)), parts);
  if (bytes.length === 0) throw new ServiceError('invalid_audio', { detail: 'Recording cannot be read' });
  return { ...file, bytes };
}
