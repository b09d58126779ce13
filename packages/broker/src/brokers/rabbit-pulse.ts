/** How often a message is sent round, and after how long its absence means that the broker is silent, in milliseconds. */
const INTERVAL_MS = 500;
const SILENT_AFTER_MS = 750;

export interface RabbitPulseOptions {
  /** Sends a message to oneself. Returns whether it could be sent: not while a connection is down or held back. */
  send: () => boolean;
  /** Called when silence begins or ends. */
  onChange: () => void;
}

/**
 * Finds out soon that the broker takes or brings nothing any more, although its connections stand: a network that swallows everything, a
 * server that hangs, or an alarm that was not told. A connection notices by its heartbeat only after 20 seconds.
 *
 * A small message goes round, from this process to itself. It changes no connection, so being wrong about a busy broker costs little.
 */
export class RabbitPulse {
  readonly #options: RabbitPulseOptions;
  /** When the message was sent that has not come back, in milliseconds of the monotonic clock. */
  #sentAtMs: number | null = null;
  #tickedAtMs = 0;
  #isSilent = false;
  #timer: NodeJS.Timeout | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(options: RabbitPulseOptions) {
    this.#options = options;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  start(): void {
    this.#tickedAtMs = performance.now();
    this.#timer ??= setInterval(() => this.#tick(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#deadline);
  }

  /** The message has come back. */
  returned(): void {
    this.#sentAtMs = null;
    this.#set(false);
  }

  /** A connection is lost or new: a message that was under way on the old one will not come back, which says nothing. */
  forget(): void {
    this.returned();
  }

  #tick(): void {
    const nowMs = performance.now();
    // A process that stood still has yet to read what came meanwhile.
    const stoodStill = nowMs - this.#tickedAtMs > 2 * INTERVAL_MS;
    this.#tickedAtMs = nowMs;
    if (this.#sentAtMs !== null && stoodStill) this.#sentAtMs = nowMs;
    // One that is late is sent again, since it may have been lost on the way.
    if (!this.#options.send()) return;
    this.#sentAtMs ??= nowMs;
    clearTimeout(this.#deadline);
    const restMs = this.#sentAtMs + SILENT_AFTER_MS - nowMs;
    this.#deadline = setTimeout(() => this.#judge(), Math.max(0, restMs)).unref();
  }

  #judge(): void {
    // What has arrived by now is read first: timers come before it in a turn of the event loop.
    setImmediate(() => {
      if (this.#sentAtMs !== null && performance.now() - this.#sentAtMs >= SILENT_AFTER_MS) this.#set(true);
    });
  }

  #set(isSilent: boolean): void {
    if (this.#isSilent === isSilent) return;
    this.#isSilent = isSilent;
    this.#options.onChange();
  }
}
