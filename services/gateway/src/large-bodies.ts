import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@svc/domain';

export interface Places {
  /** Requests at once. */
  countMax: number;
  /** Of these, requests of one caller. */
  perCallerMax: number;
}

export interface LargeBodiesOptions {
  /** A body announced as longer than this is large, in bytes. Default 1 MiB. */
  bytesMin?: number;
  /** Default 8, and 3 of one caller. */
  large?: Places;
  /** For bodies that announce no length (chunked), most of which are small. Default 32, and 8 of one caller. */
  unannounced?: Places;
}

/**
 * Bounds how many large bodies are held in memory at once. A place is held until the answer is sent, since the files are decoded and stored
 * until then. If no place is free, a caller gets 503 with `Retry-After`. It does not wait, because a waiting caller holds its connection,
 * and a few slow senders could then delay everyone.
 */
export class LargeBodies {
  readonly #bytesMin: number;
  readonly #large: Pool;
  readonly #unannounced: Pool;

  constructor(options: LargeBodiesOptions = {}) {
    this.#bytesMin = options.bytesMin ?? 1024 * 1024;
    this.#large = new Pool(options.large ?? { countMax: 8, perCallerMax: 3 });
    this.#unannounced = new Pool(options.unannounced ?? { countMax: 32, perCallerMax: 8 });
  }

  /** Takes a place if the request's body is or may be large. Throws ServiceError `unavailable` when none is free. */
  admit(request: IncomingMessage, response: ServerResponse, caller: string): void {
    const pool = this.#poolOf(request);
    if (pool === null) return;
    pool.take(caller);
    response.once('close', () => pool.release(caller));
  }

  #poolOf(request: IncomingMessage): Pool | null {
    if (request.headers['transfer-encoding'] !== undefined) return this.#unannounced;
    return Number(request.headers['content-length'] ?? 0) > this.#bytesMin ? this.#large : null;
  }
}

class Pool {
  readonly #places: Places;
  readonly #byCaller = new Map<string, number>();
  #count = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  take(caller: string): void {
    const ofCaller = this.#byCaller.get(caller) ?? 0;
    if (this.#count >= this.#places.countMax || ofCaller >= this.#places.perCallerMax) {
      throw new ServiceError('unavailable', {
        detail: 'Too many large requests at once',
        retryAfterSeconds: 1,
      });
    }
    this.#count += 1;
    this.#byCaller.set(caller, ofCaller + 1);
  }

  release(caller: string): void {
    this.#count -= 1;
    const ofCaller = (this.#byCaller.get(caller) ?? 1) - 1;
    if (ofCaller === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, ofCaller);
  }
}
