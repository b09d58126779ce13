import { access, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Logger, UpgradeListener } from '@svc/runtime';
import { signOfOutside } from './outside-request.js';

/** In the data folder. While it is there, the place counts as one that others reach. */
const MARK = 'reached-from-outside';

export interface OutsideWatchOptions {
  dataDir: string;
  /** Whether the settings say that only this machine reaches the product. Otherwise there is nothing to watch. */
  isLoopbackOnly: boolean;
  logger: Logger;
}

/**
 * Two things are allowed only as long as nobody but this machine reaches the product: a password that everybody knows, and webhooks to the
 * machine's own addresses. Settings do not show a tunnel or a proxy on the same machine, but the first request that comes through it does. This
 * request waits until both are switched off. From then on the place counts as one that others reach, after a restart too.
 */
export class OutsideWatch {
  readonly #options: OutsideWatchOptions;
  #isReached: boolean;
  #switchingOff: Promise<void> | undefined;
  /** Does what has to be done before anybody from outside is answered. It is called again if it has failed. */
  onReached: () => Promise<void> = async () => undefined;

  private constructor(options: OutsideWatchOptions, isReached: boolean) {
    this.#options = options;
    this.#isReached = isReached;
  }

  static async open(options: OutsideWatchOptions): Promise<OutsideWatch> {
    const isMarked = await access(join(options.dataDir, MARK)).then(
      () => true,
      () => false,
    );
    return new OutsideWatch(options, !options.isLoopbackOnly || isMarked);
  }

  /** Whether others reach this place, as far as is known. */
  get isReached(): boolean {
    return this.#isReached || this.#switchingOff !== undefined;
  }

  /** A listener that answers nobody from outside before all is switched off, and 503 if that fails. */
  listener(answer: RequestListener): RequestListener {
    return (request, response) => {
      const waiting = this.#admit(request);
      if (waiting === null) return void answer(request, response);
      waiting.then(
        () => void answer(request, response),
        () => {
          response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
          response.end('{"detail":"Temporarily unavailable"}');
        },
      );
    };
  }

  /** The same for upgrades. */
  upgrade(take: UpgradeListener): UpgradeListener {
    return (request, socket, head) => {
      const waiting = this.#admit(request);
      if (waiting === null) return take(request, socket, head);
      const onError = (): void => void socket.destroy();
      socket.on('error', onError);
      waiting.then(() => {
        socket.off('error', onError);
        take(request, socket, head);
      }, onError);
    };
  }

  #admit({ headers }: IncomingMessage): Promise<void> | null {
    if (this.#isReached) return null;
    const sign = signOfOutside(headers);
    if (sign === null) return null;
    this.#switchingOff ??= this.#switchOff(sign).finally(() => (this.#switchingOff = undefined));
    return this.#switchingOff;
  }

  /** The mark comes last, so that a start that finds it need not look whether all was switched off. */
  async #switchOff(sign: string): Promise<void> {
    const { dataDir, logger } = this.#options;
    try {
      await this.onReached();
    } catch (error) {
      logger.error({ err: error }, 'a request came from beyond this machine, and is refused for now');
      throw error;
    }
    this.#isReached = true;
    logger.warn(
      `A request came from beyond this machine, which ${sign} shows. So the demo is off, its known password is replaced, and webhooks to ` +
        `addresses of this machine are refused. If nobody else reaches it any more, remove ${join(dataDir, MARK)} and start again.`,
    );
    await writeFile(join(dataDir, MARK), `${new Date().toISOString()}\n`).catch((error: unknown) =>
      logger.warn({ err: error }, 'the next start will not know that others reach this place'),
    );
  }
}
