import type { AgentSettings } from '../options.js';
import { backoffMs, sleep } from '../waiting.js';
import { openSession } from './session.js';
import type { ConnectionListener, Session, SessionEnd } from './session.js';
import { AgentError } from '../errors.js';
import type { AgentErrorCode } from '../errors.js';

/** A connection that held for so long has not failed, in milliseconds. */
const STEADY_MS = 5_000;
/** With ten newer sockets open, to come back at once would close one, which would come back at once. */
const CROWDED_MS = 30_000;

export class Connection {
  readonly #settings: AgentSettings;
  readonly #listener: ConnectionListener;
  readonly #stopping = new AbortController();
  #session: Session | undefined;
  #isResting = false;
  #wake: () => void = () => {};
  #failures = 0;

  constructor(settings: AgentSettings, listener: ConnectionListener) {
    this.#settings = settings;
    this.#listener = listener;
  }

  /** Resolves when told to stop. @throws {AgentError} once the service lets this agent in no more. */
  async run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#restOver();
      if (this.#stopping.signal.aborted) return;
      this.#session = openSession(this.#settings, this.#listener);
      const end = await this.#session.ended;
      if (this.#stopping.signal.aborted) return;
      const final = finalErrorOf(end.code, end);
      if (final !== null) throw final;
      await this.#waitAfter(end);
    }
  }

  /** Disconnects for a while: the service keeps what comes meanwhile. */
  rest(): void {
    if (this.#isResting) return;
    this.#isResting = true;
    this.#session?.close();
  }

  resume(): void {
    this.#isResting = false;
    this.#wake();
  }

  /** Hands it to the socket, if one is open. */
  send(frame: object): void {
    this.#session?.send(frame);
  }

  stop(): void {
    this.#stopping.abort();
    this.#session?.close();
    this.#wake();
  }

  async #waitAfter({ code, reason, authenticatedMs, retryAfterMs }: SessionEnd): Promise<void> {
    if (this.#isResting) return;
    const { log, reconnect, url } = this.#settings;
    this.#failures = authenticatedMs >= STEADY_MS ? 1 : this.#failures + 1;
    const isCrowded = code === TOO_MANY_SOCKETS;
    const jitteredMs = backoffMs(this.#failures, reconnect, Math.random());
    const waitMs = Math.max(isCrowded ? CROWDED_MS : retryAfterMs, jitteredMs);
    // The service closes sockets with 1012 while it drains, and one loss is no news.
    const say = this.#failures > 1 || isCrowded ? 'warn' : 'info';
    const why = reason || `closed with ${code}`;
    const seconds = (waitMs / 1_000).toFixed(1);
    log[say](`There is no connection to ${url.host} (${why}); trying again in ${seconds} s.`);
    if (isCrowded)
      log.warn('More than ten processes are connected as this agent. Give each program an agent of its own.');
    await sleep(waitMs, this.#stopping.signal);
  }

  async #restOver(): Promise<void> {
    while (this.#isResting && !this.#stopping.signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

/** An older socket than ten others of the agent was closed (docs/errors.md, "Sockets"). */
const TOO_MANY_SOCKETS = 1008;
const NOT_AUTHENTICATED = 4001;

/** The service refuses every connection until the owner changes something (docs/errors.md, "Sockets"). */
const FINAL: Record<number, [code: AgentErrorCode, advice: string]> = {
  [NOT_AUTHENTICATED]: [
    'not_authenticated',
    'The service did not understand the first frame. Is AGENT_SERVICE_URL the address of the service, and is the secret shorter than 200 characters?',
  ],
  4003: [
    'invalid_secret',
    'The secret is wrong. Set AGENT_SECRET to what was shown when the agent was made, or rotate the secret in the console and use the new one.',
  ],
  4004: [
    'agent_not_found',
    'There is no agent with this id. Look at AGENT_ID, and whether AGENT_SERVICE_URL is the right installation.',
  ],
  4010: [
    'credentials_revoked',
    'The secret was rotated, the key has expired or was revoked, or the agent was deleted. Set AGENT_SECRET to the new secret, and start again.',
  ],
  4011: [
    'scope_missing',
    'The key does not open sockets. Use the agent’s secret, or a key with the scope "events".',
  ],
};

/** The service says so too if no auth frame has come within 10 s: then the network is slow. */
const AUTH_MS_MAX = 9_000;

/** Why no other try makes sense, or `null` if one does. */
export function finalErrorOf(code: number, { openMs }: { openMs: number }): AgentError | null {
  const final = FINAL[code];
  if (final === undefined || (code === NOT_AUTHENTICATED && openMs >= AUTH_MS_MAX)) return null;
  return new AgentError(final[0], `The service closed the connection with ${code}. ${final[1]}`);
}
