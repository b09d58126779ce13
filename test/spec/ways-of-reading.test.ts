import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import type { AgentClient, AgentSocket } from '@svc/testkit';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

const STEPS = 14;

/** An agent that remembers its place in the log, and reads on from there by whatever way. */
class Reader {
  readonly #agent: AgentClient;
  /** The number of the last event that it has, or of the last that is not kept any more. */
  place = 0;
  receipt = 0;
  readonly texts: string[] = [];

  constructor(agent: AgentClient) {
    this.#agent = agent;
  }

  async readLog(query: string): Promise<void> {
    const answer = await this.#agent.call(`/api/agent/events?after=${this.place}&${query}`);
    expect(answer.status).toBe(200);
    const page = answer.body as LogPage;
    const parts = [
      ...page.gaps.map(({ from, to }) => ({ from, to, text: null })),
      ...page.events.map(({ seq, event }) => ({ from: seq, to: seq, text: event.text })),
    ];
    for (const part of parts.toSorted((one, other) => one.from - other.from)) this.#take(part);
    expect(page.next_after).toBe(this.place);
    this.receipt = Math.max(this.receipt, page.receipt);
  }

  async acknowledge(): Promise<void> {
    const body = { upto: this.place, receipt: this.receipt };
    expect((await this.#agent.call('/api/agent/events/ack', { body })).status).toBe(200);
  }

  /** What is open does not move its place: it reads that again where it stands in the log. */
  async readOpen(): Promise<void> {
    const answer = await this.#agent.call('/api/agent/events?limit=3');
    expect(answer.status).toBe(200);
  }

  /** Reads on over a socket up to a number, and leaves in the middle of whatever comes then. */
  async readSocket(upto: number, { isCut, autoPong }: { isCut: boolean; autoPong: boolean }): Promise<void> {
    const socket = await bench.connect(this.#agent, { after: this.place, autoPong });
    await socket.frames.until((frames) => newestOf(frames) >= upto, `the events up to ${upto}`);
    if (isCut) socket.terminate();
    else await socket.close();
    for (const frame of socket.frames.items) {
      if (frame.type === 'gap')
        this.#take({ from: Number(frame['from']), to: Number(frame['to']), text: null });
      const { seq, text } = frame as { seq?: number; text?: string };
      if (seq !== undefined) this.#take({ from: seq, to: seq, text: text ?? null });
    }
  }

  /** Events that it has may come again. What is new comes in its turn, and nothing is left out that no gap names. */
  #take({ from, to, text }: { from: number; to: number; text: string | null }): void {
    if (to <= this.place) return;
    expect(from).toBeLessThanOrEqual(this.place + 1);
    this.place = to;
    if (text !== null) this.texts.push(text);
  }
}

interface LogPage {
  events: { seq: number; event: { text: string } }[];
  gaps: { from: number; to: number }[];
  next_after: number;
  receipt: number;
}

function newestOf(frames: AgentSocket['frames']['items']): number {
  return Math.max(0, ...frames.map((frame) => Number(frame['seq'] ?? frame['to'] ?? 0)));
}

/** Numbers from 0 up to `below`, which are the same for the same seed (a linear congruential generator, Numerical Recipes). */
function numbersBy(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('An agent that reads its log now by a long poll and now over a socket', () => {
  it.each([11, 12, 13])(
    'gets every event that is kept, in order, and a gap for every other (%i)',
    async (seed) => {
      const number = numbersBy(seed);
      const agent = await bench.person.createAgent();
      const reader = new Reader(agent);
      const { conversation_id } = await bench.person.send(agent.agentId, '1');
      const sent: { text: string; messageId: string | null }[] = [{ text: '1', messageId: null }];
      const send = async (count: number): Promise<void> => {
        for (let index = 0; index < count; index += 1) {
          const text = String(sent.length + 1);
          const { message_id: messageId } = await bench.person.send(agent.agentId, { text, conversation_id });
          sent.push({ text, messageId });
        }
      };
      const removed = new Set<string>();
      const removeOne = async (): Promise<void> => {
        const { text, messageId } = sent[number(sent.length)]!;
        if (messageId === null || removed.has(text)) return;
        const headers = { authorization: `Bearer ${bench.person.token}` };
        const call = { method: 'DELETE', headers };
        expect((await httpCall(`${baseUrl}/api/client/messages/${messageId}`, call)).status).toBe(204);
        removed.add(text);
      };
      for (let step = 0; step < STEPS; step += 1) {
        // Some events come while the agent changes from one way to another, and some before.
        await send(number(3));
        // A socket that is waited for has something to bring.
        if (sent.length === reader.place) await send(1);
        const coming = send(number(4));
        const ways = [
          () => reader.readLog(`limit=${1 + number(5)}`),
          () => reader.readLog('wait=1'),
          () => reader.acknowledge(),
          () => reader.readOpen(),
          () => removeOne(),
          () =>
            reader.readSocket(Math.min(sent.length, reader.place + 1 + number(6)), {
              isCut: number(2) === 0,
              autoPong: number(3) > 0,
            }),
        ];
        await Promise.all([coming, ways[number(ways.length)]!()]);
      }
      while (reader.place < sent.length) await reader.readLog('limit=100');
      const kept = sent.filter(({ text }) => !removed.has(text)).map(({ text }) => text);
      expect(reader.texts.filter((text) => !removed.has(text))).toEqual(kept);
      expect(reader.place).toBe(sent.length);
    },
  );
});
