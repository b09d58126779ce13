import { toDead, toQueue } from '@svc/proto-events';
import type { Address, QueueDescriptor } from '@svc/proto-events';
import { PublishRefusedError } from './broker.js';
import type { ConsumeOptions } from './broker.js';
import type { Counts } from './counts.js';
import { deadHeaders, markHeaders } from './marks.js';
import type { Headers } from './marks.js';
import type { BrokerLogger } from './options.js';
import type { Held, Verdict, Verdicts } from './verdicts.js';

/** How often a message that cannot be sent on is tried again, in milliseconds. */
const SEND_PAUSE_MS = 1_000;

/** A message counts as held up from this try on: most that fail succeed soon, and after so many the pauses are seconds. */
const HELD_UP_TRIES = 5;

/** What an adapter can do with one message that it holds. */
export interface Hands {
  ack(): void;
  /** To the dead-letter exchange of its queue. */
  reject(): void;
  /** To the queue, for whoever consumes next. */
  giveBack(): void;
  /** Publishes it as it is, with other headers. Resolves when the broker has confirmed it. */
  forward(to: Address<unknown>, headers: Headers): Promise<void>;
  /** Resolves after the pause, or at once when the consumer stops. True if the consumer still holds the message and goes on. */
  pause(pauseMs: number): Promise<boolean>;
}

export interface CarryContext<Body> extends Pick<ConsumeOptions, 'onPoison' | 'onHeldUp'> {
  queue: QueueDescriptor<Body>;
  verdicts: Verdicts<Body>;
  counts: Counts;
  logger: BrokerLogger;
}

/** Carries a message from its handler to where it belongs. The consumer lets go of it only after it has arrived there, so it is never lost. Never rejects. */
export async function carry<Body>(held: Held, hands: Hands, context: CarryContext<Body>): Promise<void> {
  const { queue, logger } = context;
  for (;;) {
    const verdict = await context.verdicts.over(held);
    switch (verdict.then) {
      case 'ack':
        return hands.ack();
      case 'reject':
        return hands.reject();
      case 'again':
        await tellHeldUp(held.tries, verdict.body, context);
        if (!(await hands.pause(verdict.pauseMs))) return hands.giveBack();
        break;
      case 'back': {
        const { pauseMs, marks, body } = verdict;
        await tellHeldUp(marks.tries, body, context);
        const aside = asideFor(queue, pauseMs);
        if (aside === null && !(await hands.pause(pauseMs))) return hands.giveBack();
        try {
          await hands.forward(aside ?? toQueue(queue), markHeaders(marks));
          return hands.ack();
        } catch (error) {
          logger.warn(
            { queue: queue.name, err: error },
            'A message could not go back to its queue and is held',
          );
          Object.assign(held, marks);
          if (!(await hands.pause(SEND_PAUSE_MS))) return hands.giveBack();
        }
        break;
      }
      case 'dead':
        return bury(held, verdict, hands, context);
    }
  }
}

/** Where a message of the queue waits without being held; `null` if there is no such place, or the pause there is much longer than its own. */
function asideFor<Body>({ aside }: QueueDescriptor<Body>, pauseMs: number): Address<unknown> | null {
  return aside !== undefined && pauseMs * 2 >= aside.pauseMs ? aside.to : null;
}

async function tellHeldUp<Body>(
  tries: number,
  body: unknown,
  { queue: { name: queue }, logger, onHeldUp }: CarryContext<Body>,
): Promise<void> {
  if (tries < HELD_UP_TRIES) return;
  await onHeldUp?.({ queue, body }).catch((error: unknown) =>
    logger.warn({ queue, err: error }, 'The store was not told of a message that is held up'),
  );
}

async function bury<Body>(
  held: Held,
  verdict: Verdict & { then: 'dead' },
  hands: Hands,
  { queue: { name: queue }, counts, logger, onPoison }: CarryContext<Body>,
): Promise<void> {
  const { reason, detail, failures, body } = verdict;
  counts.poison(queue, reason);
  logger.error(
    { queue, reason, detail, failures, event_id: eventIdOf(body), bytes: Buffer.byteLength(held.text) },
    'Poison: the message goes to the dead letters',
  );
  await onPoison?.({ queue, reason, body }).catch((error: unknown) =>
    logger.warn({ queue, err: error }, 'What a poison message told of was not set aside'),
  );
  for (;;) {
    try {
      await hands.forward(toDead(), deadHeaders(queue, verdict, held.tries + held.deliveries));
      return hands.ack();
    } catch (error) {
      // The broker then keeps it for its dead letters until there is room.
      if (error instanceof PublishRefusedError) return hands.reject();
      if (!(await hands.pause(SEND_PAUSE_MS))) return hands.giveBack();
    }
  }
}

function eventIdOf(body: unknown): string | undefined {
  const eventId = (body as { event_id?: unknown } | null | undefined)?.event_id;
  return typeof eventId === 'string' ? eventId.slice(0, 200) : undefined;
}
