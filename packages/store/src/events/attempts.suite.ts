import { newId } from '@svc/domain';
import type { FinishedAttempt, ReservedAttempt } from '@svc/events';
import type { StoreBench } from '../store.suite.js';

/** Attempts of webhooks, as a dispatcher makes them. */
export function attemptCalls(bench: StoreBench) {
  function reserve(eventId: string, attempt: number): Promise<ReservedAttempt | null> {
    return bench.store.attempts.reserve({
      eventId,
      deliveryId: newId('delivery'),
      attempt,
      leaseMs: 60_000,
    });
  }

  /** The webhook answered 500, unless the outcome says something else, and no attempt follows. */
  function finish(reserved: ReservedAttempt, outcome: Partial<FinishedAttempt> = {}): Promise<void> {
    const { deliveryId, eventId, agentId, reservation } = reserved;
    return bench.store.attempts.finish({
      deliveryId,
      eventId,
      agentId,
      reservation,
      outcome: 'http_error',
      statusCode: 500,
      error: null,
      response: null,
      durationMs: 1.4,
      nextInMs: null,
      ...outcome,
    });
  }

  /** Reserves an attempt that fails. */
  async function fail(eventId: string, attempt: number, nextInMs: number | null): Promise<void> {
    const reserved = await reserve(eventId, attempt);
    if (reserved === null) throw new Error('Nothing was reserved');
    await finish(reserved, { nextInMs });
  }

  return { reserve, finish, fail };
}
