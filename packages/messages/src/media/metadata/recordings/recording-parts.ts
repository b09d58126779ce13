import { ServiceError } from '@svc/domain';

/** Parts of a recording, such as frames, pages and boxes. Recorders write up to fifty a second, and so many are almost an hour and a half of them. */
export const RECORDING_PARTS_MAX = 262_144;

/** So few bytes are written one by one: a call of the runtime would take longer. */
const FEW_BYTES = 64;

/** Counts the parts of a recording, so that one of very many parts holds up nobody. */
export class RecordingParts {
  #count = 0;

  /**
   * To be called for each part that is looked at.
   *
   * @throws ServiceError `invalid_audio` if there are more than {@link RECORDING_PARTS_MAX}.
   */
  begin(): void {
    this.#count += 1;
    if (this.#count > RECORDING_PARTS_MAX) {
      throw new ServiceError('invalid_audio', { detail: 'Recording has too many parts' });
    }
  }
}

/** Moves the parts of a file that are kept together, within the file's own bytes. Parts that follow each other are moved together. */
export class PartsTogether {
  readonly #file: Buffer;
  #length = 0;
  /** Where the part begins, and ends, that is kept and not moved yet. */
  #from = 0;
  #to = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** Keeps the bytes from one place up to another, behind all that was kept before. */
  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#move();
      this.#from = from;
    }
    this.#to = to;
  }

  /** What was kept. It shares its memory with the file. */
  finish(): Buffer {
    this.#move();
    return this.#file.subarray(0, this.#length);
  }

  #move(): void {
    this.#file.copyWithin(this.#length, this.#from, this.#to);
    this.#length += this.#to - this.#from;
    this.#from = this.#to;
  }
}

/** Writes zeros from one place up to another. */
export function blank(bytes: Buffer, from: number, to: number): void {
  if (to - from > FEW_BYTES) {
    bytes.fill(0, from, to);
  } else {
    for (let at = from; at < to; at += 1) bytes[at] = 0;
  }
}
