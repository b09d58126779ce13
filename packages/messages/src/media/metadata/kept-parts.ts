import { ServiceError } from '@svc/domain';

/** Parts of a file. Pictures have some thousands at most; going through a million would take long enough for others to notice. */
export const PARTS_MAX = 65_536;

/** So few bytes are copied one by one: a call of the runtime would take longer. */
const FEW_BYTES = 64;

/**
 * A copy of a file without some of its parts. Nothing is made for a part, and parts that follow each other in the file are
 * copied together.
 */
export class KeptParts {
  readonly #file: Buffer;
  readonly #copy: Buffer;
  #copied = 0;
  #parts = 0;
  /** Where the part begins, and ends, that is kept and not copied yet. */
  #from = 0;
  #to = 0;

  /** @param added how many bytes at most `add` gets that are not in the file. */
  constructor(file: Buffer, added: number) {
    this.#file = file;
    this.#copy = Buffer.allocUnsafe(file.length + added);
  }

  /**
   * To be called for each part, whether it is kept or not.
   *
   * @throws ServiceError `invalid_image` if there are more than {@link PARTS_MAX}.
   */
  beginPart(): void {
    this.#parts += 1;
    if (this.#parts > PARTS_MAX)
      throw new ServiceError('invalid_image', { detail: 'Image has too many parts' });
  }

  /** How many bytes there are so far. */
  get length(): number {
    return this.#copied + this.#to - this.#from;
  }

  /** Keeps the file's bytes from one place up to another, behind all that was kept before. */
  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#copyPart();
      this.#from = from;
    }
    this.#to = to;
  }

  /** Puts in bytes that are not in the file. */
  add(bytes: Buffer): void {
    this.#copyPart();
    this.#copied += bytes.copy(this.#copy, this.#copied);
  }

  /** The copy, to which nothing is added any more. */
  finish(): Buffer {
    this.#copyPart();
    return this.#copy.subarray(0, this.#copied);
  }

  #copyPart(): void {
    if (this.#to - this.#from > FEW_BYTES) {
      this.#copied += this.#file.copy(this.#copy, this.#copied, this.#from, this.#to);
    } else {
      for (let at = this.#from; at < this.#to; at += 1) {
        this.#copy[this.#copied] = this.#file[at] ?? 0;
        this.#copied += 1;
      }
    }
    this.#from = this.#to;
  }
}

/** Whether a text, such as the name of a part, stands in the file at this place. Makes no string of what stands there. */
export function standsAt(file: Buffer, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (file[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** The four letters of a name as one number, as `readUInt32BE` reads them. */
export function codeOf(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE(0);
}
