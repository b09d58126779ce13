import { setImmediate as turn } from 'node:timers/promises';
import { Person } from '@svc/testkit';
import { serveCalls } from './program-calls.js';

export type MessageNeighbourCalls = typeof calls;

let begun: { isOver: boolean; timesMs: Promise<number[]> } | undefined;

/** Somebody who writes one message after the other, in a process of their own: what others do in the measurement's process would be counted as waiting. */
const calls = {
  /** Goes on until {@link end}. */
  async begin({ url }: { url: string }): Promise<void> {
    const person = await Person.signUp(url);
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'Hello');
    const writing = { isOver: false, timesMs: Promise.resolve<number[]>([]) };
    writing.timesMs = (async () => {
      const timesMs: number[] = [];
      for (; !writing.isOver; await turn()) {
        const startMs = performance.now();
        await person.send(agent.agentId, { text: 'Am I in your way?', conversation_id });
        timesMs.push(performance.now() - startMs);
      }
      return timesMs;
    })();
    writing.timesMs.catch(() => undefined);
    begun = writing;
  },

  /** How long each message took, in milliseconds. */
  async end(): Promise<number[]> {
    if (begun === undefined) return [];
    begun.isOver = true;
    return begun.timesMs;
  },
};

serveCalls(calls);
