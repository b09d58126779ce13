import type { AgentEventMessage } from '@svc/proto-events';
import { Signal } from '@svc/testkit';
import type { Handler, Outcome } from './broker.js';

/** Keeps what a handler was given, and lets a test wait for it. */
export class Inbox<Body = AgentEventMessage> {
  readonly #came = new Signal<Body>();
  readonly handler: Handler<Body>;

  constructor(decide: (body: Body) => Outcome = () => 'ack') {
    this.handler = (body) => {
      this.#came.push(body);
      return decide(body);
    };
  }

  get bodies(): Body[] {
    return this.#came.items;
  }

  /** Resolves once `count` messages have come in all. */
  received(count: number): Promise<Body[]> {
    return this.#came.atLeast(count);
  }
}

export const seqOf = ({ events }: AgentEventMessage): number | undefined => events[0]?.seq;

export function agentEvent(seq: number): AgentEventMessage {
  const names = { event_id: `evt_${seq}`, agent_id: 'agt_1', type: 'user_message' } as const;
  const frame = '{"type":"user_message"}';
  return { events: [{ ...names, seq, push_no: seq, frame, created_at: '2026-11-01T08:00:00.000Z' }] };
}
