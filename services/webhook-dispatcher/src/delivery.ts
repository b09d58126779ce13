import type { Broker } from '@svc/broker';
import { nextRetry, SealingKeyMissingError } from '@svc/domain';
import type { MediaLinks, NextRetry, SecretBox } from '@svc/domain';
import { frameWithLinks, isDataRefused, rungEvent, tellOfEvent } from '@svc/store';
import type { Hints, ClaimedAttempt, FinishedAttempt, Breakers, Webhooks } from '@svc/store';
import { toWebhookWait } from '@svc/proto-events';
import { untilDone, webhookHeaders } from '@svc/runtime';
import type { Logger, RequestResult, WebhookClient } from '@svc/runtime';
import type { DispatcherMetrics } from './dispatcher-metrics.js';

/** For the owner. */
const UNSIGNED = 'The service could not sign the delivery';
const UNMADE = 'The service could not make the delivery';

/** Between two tries to record an outcome. */
const PAUSE_MS_MAX = 5_000;

export interface DeliveryOptions {
  store: Pick<DispatcherStore, 'channels'>;
  broker: Pick<Broker, 'publish'>;
  client: Pick<WebhookClient, 'post'>;
  box: Pick<SecretBox, 'open'>;
  mediaLinks: Pick<MediaLinks, 'forAgent'>;
  metrics: DispatcherMetrics;
  hints: Pick<Hints, 'agentChanged' | 'eventChanged' | 'runChanged'>;
  logger: Logger;
  /** Ends tries to record outcomes. */
  signal: AbortSignal;
  retryDelaysMs: readonly number[];
}

interface Signing {
  secret: string;
  previousSecret: string | null;
}

export class Delivery {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Never rejects. If the outcome cannot be recorded, the attempt is made again when the claim ends. */
  async make(claimed: ClaimedAttempt): Promise<void> {
    const { store, metrics, logger } = this.#options;
    try {
      const startedMs = performance.now();
      const { signing, isKeyMissing } = this.#unseal(claimed);
      if (isKeyMissing) {
        await this.#persist(() => store.channels.webhook.takeBack({ ...claimed, error: UNSIGNED }));
        return;
      }
      const result = await this.#post(claimed, signing);
      const durationMs = performance.now() - startedMs;
      metrics.attemptEnded(result.outcome, durationMs);
      // What the receiver did is unknown, so nothing is recorded: the next attempt gives `unknown` as reason.
      if (result.outcome === 'aborted') return;
      const next = result.outcome === 'delivered' ? null : this.#next(claimed, result.retryAfterMs);
      const { outcome, statusCode, error, response } = result;
      const ended = { outcome, statusCode, error, response, durationMs, nextInMs: next?.dueInMs ?? null };
      const finished: FinishedAttempt = { ...claimed, ...ended };
      await this.#persist(() => store.channels.webhook.finish(finished));
      this.#tell(claimed, finished);
      if (next !== null) this.#wait(claimed, next);
    } catch (error) {
      logger.error(
        { err: error, event_id: claimed.eventId },
        'an attempt was not recorded, another is made later',
      );
    }
  }

  /** Goes on while the database is away; but not if it refuses the data, because it would refuse it again. */
  async #persist(write: () => Promise<void>): Promise<void> {
    const { signal, logger } = this.#options;
    const goesOn = (error: unknown): boolean => {
      if (signal.aborted || isDataRefused(error)) return false;
      logger.warn({ err: error }, 'the database did not take an attempt, trying again');
      return true;
    };
    await untilDone(write, { goesOn, signal, pauseMsMax: PAUSE_MS_MAX });
  }

  /** The end of a round may change the agent's status, or its count of failures. */
  #tell(claimed: ClaimedAttempt, { outcome, nextInMs }: FinishedAttempt): void {
    const { hints } = this.#options;
    tellOfEvent(hints, claimed);
    const isFailed = outcome !== 'delivered' && nextInMs === null;
    if (isFailed || claimed.agentStatus === 'error') hints.agentChanged(claimed.agentId, claimed.userId);
  }

  /** `null` if a secret cannot be opened. A missing key is elsewhere, or here after the next start. */
  #unseal(claimed: ClaimedAttempt): { signing: Signing | null; isKeyMissing: boolean } {
    const { box, logger } = this.#options;
    const { agentId, secretSealed, previousSecretSealed: previous } = claimed;
    const open = (sealed: Buffer) => box.open(sealed, { column: 'agent.secret_sealed', rowId: agentId });
    try {
      const signing = { secret: open(secretSealed), previousSecret: previous && open(previous) };
      return { signing, isKeyMissing: false };
    } catch (error) {
      logger.error({ err: error, agent_id: agentId }, 'an agent secret cannot be unsealed');
      return { signing: null, isKeyMissing: error instanceof SealingKeyMissingError };
    }
  }

  /** An event without a possible request fails in the end like one that is refused. */
  async #post(claimed: ClaimedAttempt, signing: Signing | null): Promise<RequestResult> {
    const { client, mediaLinks, logger } = this.#options;
    if (signing === null) return unmade(UNSIGNED);
    try {
      const body = Buffer.from(frameWithLinks(claimed.frame, mediaLinks), 'utf8');
      const timestamp = Math.floor(Date.now() / 1_000);
      const headers = webhookHeaders({ ...claimed, timestamp, ...signing, body });
      return await client.post({ url: claimed.webhookUrl, headers, body });
    } catch (error) {
      logger.error({ err: error, event_id: claimed.eventId }, 'an attempt could not be made');
      return unmade(UNMADE);
    }
  }

  /** In `error` an agent gets one attempt per event, so that an endpoint that is gone costs little. */
  #next(claimed: ClaimedAttempt, retryAfterMs: number | undefined): NextRetry | null {
    if (claimed.agentStatus === 'error') return null;
    return nextRetry(claimed.retryNum, this.#options.retryDelaysMs, retryAfterMs);
  }

  /** If the receiver asked for a longer wait, or the broker is away, the look of each second finds it. */
  #wait(claimed: ClaimedAttempt, next: NextRetry): void {
    if (next.dueInMs > next.delayMs) return;
    const ring = { events: [rungEvent(claimed, { hasFrame: false })] };
    void this.#options.broker.publish(toWebhookWait(next.delayMs), ring).catch(() => undefined);
  }
}

function unmade(error: string): RequestResult {
  return { outcome: 'http_error', statusCode: null, error, response: null, retryAfterMs: undefined };
}

export interface DispatcherStore {
  breakers: Pick<Breakers, 'countOpen'>;
  channels: { webhook: Pick<Webhooks, 'claim' | 'finish' | 'takeBack'> };
}
