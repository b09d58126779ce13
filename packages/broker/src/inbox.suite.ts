import type { AgentEventMessage } from '@svc/proto-events';
import type { Delivery, Handler, Outcome } from './broker.js';

/** Keeps what a handler was given, and lets a test wait for it. */
export class Inbox<Body> {
  readonly deliveries: Delivery<Body>[] = [];
  private waiters: { count: number; resolve: () => void }[] = [];
  readonly #decide: (delivery: Delivery<Body>) => Outcome | Promise<Outcome>;

  constructor(decide: (delivery: Delivery<Body>) => Outcome | Promise<Outcome> = () => 'ack') {
    this.#decide = decide;
  }

  readonly handler: Handler<Body> = async (delivery) => {
    this.deliveries.push(delivery);
    this.waiters = this.waiters.filter(({ count, resolve }) => {
      if (this.deliveries.length < count) return true;
      resolve();
      return false;
    });
    return this.#decide(delivery);
  };

  get bodies(): Body[] {
    return this.deliveries.map(({ body }) => body);
  }

  /** Resolves once `count` deliveries have come in all. */
  async received(count: number): Promise<Body[]> {
    if (this.deliveries.length < count) {
      await new Promise<void>((resolve) => this.waiters.push({ count, resolve }));
    }
    return this.bodies;
  }
}

/** A promise with its handles outside. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

export function agentEvent(seq: number): AgentEventMessage {
  return {
    event_id: `evt_${seq}`,
    agent_id: 'agt_1',
    seq,
    type: 'user_message',
    frame: '{"type":"user_message"}',
    hops: 0,
  };
}
