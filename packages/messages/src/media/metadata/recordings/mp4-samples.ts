import { ServiceError } from '@svc/domain';
import { boxIn } from './mp4-boxes.js';
import type { Box } from './mp4-boxes.js';
import { blank } from './recording-parts.js';
import type { RecordingParts } from './recording-parts.js';

const FULL_BOX_BYTES = 4;
const [TABLE_HEAD_BYTES, CHUNKS_ENTRY_BYTES] = [FULL_BOX_BYTES + 4, 12];

/** Flags of `tfhd` and `trun`, which say what stands in them (ISO 14496-12, sections 8.8.7 and 8.8.8). */
const [HAS_BASE, HAS_DESCRIPTION, HAS_DURATION, HAS_SIZE] = [0x01, 0x02, 0x08, 0x10];
const RUN = {
  offset: 0x01,
  firstFlags: 0x04,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  composition: 0x800,
};

/** Blanks the samples of tracks that are dropped, such as the places where a film was taken, second by second. */
export class DroppedSamples {
  readonly #bytes: Buffer;
  readonly #parts: RecordingParts;
  #blankedBytes = 0;

  constructor(bytes: Buffer, parts: RecordingParts) {
    this.#bytes = bytes;
    this.#parts = parts;
  }

  /** Of the track that these tables (`stbl`) describe. */
  blankTrack(tables: Box): void {
    const bytes = this.#bytes;
    const chunks = this.#table(tables, 'stco', 4) ?? this.#table(tables, 'co64', 8);
    const perChunk = this.#table(tables, 'stsc', CHUNKS_ENTRY_BYTES);
    const sizes = new SampleSizes(bytes, this.#parts, [
      this.#find(tables, 'stsz'),
      this.#find(tables, 'stz2'),
    ]);
    if (chunks === null || perChunk === null) return;
    let entry = 0;
    for (let chunk = 0; chunk < chunks.count; chunk += 1) {
      this.#parts.begin();
      const next = perChunk.at + (entry + 1) * CHUNKS_ENTRY_BYTES;
      if (entry + 1 < perChunk.count && bytes.readUInt32BE(next) <= chunk + 1) entry += 1;
      if (perChunk.count === 0) return;
      const samples = bytes.readUInt32BE(perChunk.at + entry * CHUNKS_ENTRY_BYTES + 4);
      const at = chunks.at + chunk * chunks.entryBytes;
      const from = chunks.entryBytes === 4 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
      this.#blank(from, sizes.take(samples));
    }
  }

  /**
   * Of a part of a track (`traf`) in a fragment.
   *
   * @param fragmentAt where the fragment (`moof`) begins.
   */
  blankRuns(
    head: Box,
    runs: readonly Box[],
    { fragmentAt, sampleBytes }: { fragmentAt: number; sampleBytes: number },
  ): void {
    const bytes = this.#bytes;
    const flags = readNumber(bytes, head.content, head.end) & 0xffffff;
    let at = head.content + FULL_BOX_BYTES + 4;
    let base = fragmentAt;
    if ((flags & HAS_BASE) !== 0) {
      if (at + 8 <= head.end) base = Number(bytes.readBigUInt64BE(at));
      at += 8;
    }
    at += ((flags & HAS_DESCRIPTION) === 0 ? 0 : 4) + ((flags & HAS_DURATION) === 0 ? 0 : 4);
    const usual = (flags & HAS_SIZE) === 0 ? sampleBytes : readNumber(bytes, at, head.end);
    let from = base;
    for (const run of runs) from = this.#blankRun(run, { base, from, usual });
  }

  /** Returns where the run ends: the next one may begin there. */
  #blankRun(run: Box, { base, from, usual }: { base: number; from: number; usual: number }): number {
    const bytes = this.#bytes;
    const flags = readNumber(bytes, run.content, run.end) & 0xffffff;
    const count = readNumber(bytes, run.content + 4, run.end);
    let at = run.content + 8;
    let begin = from;
    if ((flags & RUN.offset) !== 0) {
      begin = base + (readNumber(bytes, at, run.end) | 0);
      at += 4;
    }
    if ((flags & RUN.firstFlags) !== 0) at += 4;
    const has = (flag: number) => ((flags & flag) === 0 ? 0 : 4);
    const sizeAt = has(RUN.duration);
    const entryBytes = sizeAt + has(RUN.size) + has(RUN.flags) + has(RUN.composition);
    let length = has(RUN.size) === 0 ? count * usual : 0;
    if (has(RUN.size) > 0) {
      for (let index = 0; index < count && at + entryBytes <= run.end; index += 1, at += entryBytes) {
        this.#parts.begin();
        length += bytes.readUInt32BE(at + sizeAt);
      }
    }
    this.#blank(begin, length);
    return begin + length;
  }

  /** A sample is in the file once. So a file whose samples are longer than the file together is none, and would take long. */
  #blank(from: number, length: number): void {
    const to = Math.min(from + length, this.#bytes.length);
    if (from < 0 || from >= to) return;
    this.#blankedBytes += to - from;
    if (this.#blankedBytes > this.#bytes.length) {
      throw new ServiceError('invalid_audio', { detail: 'Recording says that it is longer than it is' });
    }
    blank(this.#bytes, from, to);
  }

  #find(tables: Box, name: string): Box | null {
    return boxIn(this.#bytes, tables, [name], this.#parts);
  }

  /** The entries of a table, as many as there is room for. */
  #table(
    tables: Box,
    name: string,
    entryBytes: number,
  ): { at: number; count: number; entryBytes: number } | null {
    const box = this.#find(tables, name);
    if (box === null || box.content + TABLE_HEAD_BYTES > box.end) return null;
    const at = box.content + TABLE_HEAD_BYTES;
    const count = this.#bytes.readUInt32BE(box.content + FULL_BOX_BYTES);
    return { at, count: Math.min(count, Math.floor((box.end - at) / entryBytes)), entryBytes };
  }
}

/** The sizes of samples, one after the other (`stsz`, or `stz2`, whose numbers are shorter). */
class SampleSizes {
  readonly #bytes: Buffer;
  readonly #parts: RecordingParts;
  readonly #same: number;
  readonly #entryBits: number;
  readonly #from: number;
  readonly #count: number;
  #taken = 0;

  constructor(bytes: Buffer, parts: RecordingParts, [full, short]: [full: Box | null, short: Box | null]) {
    this.#parts = parts;
    const box = full ?? short;
    const content = (box?.content ?? 0) + FULL_BOX_BYTES;
    const end = box?.end ?? 0;
    const first = readNumber(bytes, content, end);
    this.#bytes = bytes;
    this.#same = full === null ? 0 : first;
    this.#entryBits = full === null ? first & 0xff : 32;
    this.#from = content + 8;
    const room = Math.max(0, Math.floor(((end - this.#from) * 8) / Math.max(4, this.#entryBits)));
    this.#count = this.#same > 0 ? Infinity : Math.min(readNumber(bytes, content + 4, end), room);
  }

  /** How long the next samples are together. */
  take(samples: number): number {
    if (this.#same > 0) return samples * this.#same;
    let length = 0;
    const to = Math.min(this.#taken + samples, this.#count);
    for (; this.#taken < to; this.#taken += 1) {
      this.#parts.begin();
      length += this.#sizeOf(this.#taken);
    }
    return length;
  }

  #sizeOf(index: number): number {
    const bytes = this.#bytes;
    if (this.#entryBits === 32) return bytes.readUInt32BE(this.#from + index * 4);
    if (this.#entryBits === 16) return bytes.readUInt16BE(this.#from + index * 2);
    if (this.#entryBits === 8) return bytes[this.#from + index] ?? 0;
    return ((bytes[this.#from + (index >> 1)] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 0x0f;
  }
}

function readNumber(bytes: Buffer, at: number, end: number): number {
  return at + 4 <= end ? bytes.readUInt32BE(at) : 0;
}
