import type { AgentEventMessage } from '@svc/proto-events';
import type { Handler, Outcome } from './broker.js';

/** Keeps what a handler was given, and lets a test wait for it. */
export class Inbox<Body> {
  readonly bodies: Body[] = [];
  private waiters: { count: number; resolve: () => void }[] = [];
  readonly #decide: (body: Body) => Outcome;

  constructor(decide: (body: Body) => Outcome = () => 'ack') {
    this.#decide = decide;
  }

  readonly handler: Handler<Body> = (body) => {
    this.bodies.push(body);
    this.waiters = this.waiters.filter(({ count, resolve }) => {
      if (this.bodies.length < count) return true;
      resolve();
      return false;
    });
    return this.#decide(body);
  };

  /** Resolves once `count` messages have come in all. */
  async received(count: number): Promise<Body[]> {
    if (this.bodies.length < count) {
      await new Promise<void>((resolve) => this.waiters.push({ count, resolve }));
    }
    return this.bodies;
  }
}

export const seqOf = ({ events }: AgentEventMessage): number | undefined => events[0]?.seq;

export function agentEvent(seq: number): AgentEventMessage {
  const names = { event_id: `evt_${seq}`, agent_id: 'agt_1', type: 'user_message' } as const;
  const frame = '{"type":"user_message"}';
  return { events: [{ ...names, seq, push_no: seq, frame, created_at: '2026-11-01T08:00:00.000Z' }] };
}
