import { atPace, flood } from './load.js';
import { serveCalls } from './program-calls.js';
import { Tally } from './tally.js';
import { machineClockMs, tookMs } from './machine-clock.js';

/** What travels with each job of a peer. */
export interface PeerJob {
  /** By the machine's clock. */
  sentMs: number;
  text: string;
}

/** A queue as a measurement uses it: one process adds, another works. */
export interface Peer {
  openAdder(url: string): Promise<{ add: (job: PeerJob) => Promise<unknown>; close: () => Promise<unknown> }>;
  openWorker(url: string, begin: (job: PeerJob) => void): Promise<{ close: () => Promise<unknown> }>;
}

export type PeerCalls = ReturnType<typeof callsOf>;

/** Runs a peer's half in this process. */
export function servePeer(peer: Peer): void {
  const ends: (() => Promise<unknown>)[] = [];
  serveCalls(callsOf(peer, ends), async () => {
    for (const end of ends) await end();
  });
}

function callsOf(peer: Peer, ends: (() => Promise<unknown>)[]) {
  const begun = new Tally();
  let starts: { sentMs: number; begunMs: number }[] = [];
  let add: (job: PeerJob) => Promise<unknown> = () => Promise.reject(new Error('No adder is open'));

  async function addOne(): Promise<void> {
    await add({
      sentMs: machineClockMs(),
      text: 'What came in since yesterday, and what of it needs an answer today?',
    });
  }
  return {
    async openAdder(url: string): Promise<void> {
      const adder = await peer.openAdder(url);
      add = adder.add;
      ends.push(adder.close);
    },

    async openWorker(url: string): Promise<void> {
      const worker = await peer.openWorker(url, ({ sentMs }) => {
        starts.push({ sentMs, begunMs: machineClockMs() });
        begun.add();
      });
      ends.push(worker.close);
    },

    async flood(load: { durationMs: number; atOnce: number }) {
      const startMs = machineClockMs();
      const count = await flood(load, addOne);
      return { count, startMs, endMs: machineClockMs() };
    },

    /** Resolves with the times until the adds were answered. */
    async pace(load: { perSecond: number; count: number }): Promise<number[]> {
      const answersMs: number[] = [];
      await atPace(load, async () => {
        const startMs = performance.now();
        await addOne();
        answersMs.push(performance.now() - startMs);
      });
      return answersMs;
    },

    /** Resolves with the time of the machine's clock once so many jobs have begun in all. */
    begun: (count: number) => begun.reached(count),

    /** The times until the jobs began, since this was last asked. */
    async takeStarts(): Promise<number[]> {
      const taken = starts;
      starts = [];
      return taken.map(({ sentMs, begunMs }) => tookMs(sentMs, begunMs));
    },
  };
}
