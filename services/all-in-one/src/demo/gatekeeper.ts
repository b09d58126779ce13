import type { AgentApi, NewDecision } from './agent-api.js';
import type { KnownEvent } from './agent-connection.js';

export interface GatekeeperOptions {
  api: Pick<AgentApi, 'openDecisions' | 'requestDecision' | 'decision'>;
  complain: (message: string, error: unknown) => void;
  /** Waits, in milliseconds. */
  pausesMs?: { afterAnswer: number; afterSilence: number };
}

/**
 * Soon after a person's answer, while the person is looking. After a rule's answer or none seldom, because nobody is there. In
 * milliseconds.
 */
const PAUSES_MS = { afterAnswer: 60_000, afterSilence: 15 * 60_000 };
const DAY_SECONDS = 86_400;

const REQUESTS: readonly NewDecision[] = [
  {
    title: 'Open the loading dock for a delivery?',
    description: 'A van of *Example Logistics* waits at the dock.',
    action: 'door.open:loading-dock',
    suggested_pattern: 'door.open:*',
  },
  {
    title: 'Issue a visitor badge for today?',
    description: 'For *Sam Sample*, who is announced for 14:00.',
    action: 'badge.issue:visitor',
    suggested_pattern: 'badge.issue:visitor',
  },
  {
    title: 'Open the main entrance outside office hours?',
    description: 'Someone with a valid badge stands before it.',
    action: 'door.open:main-entrance',
    suggested_pattern: 'door.open:*',
  },
];

/** The approval-only demo agent. It asks, gets the answer, and asks the next question a little later. One question at a time. */
export class Gatekeeper {
  readonly #options: GatekeeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;
  #lastAnswer = '';
  #hasBegun = false;
  #isStopped = false;

  constructor(options: GatekeeperOptions) {
    this.#options = options;
  }

  /** Asks at once if nothing is open. Does nothing after the first time, so that a connection that comes and goes does not ask more. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#askIn(0);
  }

  async handle(event: KnownEvent): Promise<void> {
    if (event.type !== 'decision_resolved') return;
    const decision = await this.#options.api.decision(event.decision_id);
    this.#lastAnswer = `Last time: *${decision.title}* was **${event.status}**.`;
    const { afterAnswer, afterSilence } = this.#options.pausesMs ?? PAUSES_MS;
    this.#askIn(decision.resolution_reason === 'user' ? afterAnswer : afterSilence);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #askIn(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#ask().catch((error: unknown) => {
        if (this.#isStopped) return;
        this.#options.complain('The demo agent Gatekeeper could not ask.', error);
        this.#askIn((this.#options.pausesMs ?? PAUSES_MS).afterSilence);
      });
    }, waitMs);
  }

  async #ask(): Promise<void> {
    if ((await this.#options.api.openDecisions()).length > 0) return;
    const request = REQUESTS[this.#asked % REQUESTS.length] as NewDecision;
    this.#asked += 1;
    const description = [request.description, this.#lastAnswer, '*I am a demo: no door really opens.*'];
    await this.#options.api.requestDecision({
      ...request,
      description: description.filter(Boolean).join('\n\n'),
      expires_in_seconds: DAY_SECONDS,
    });
  }
}
