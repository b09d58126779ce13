import { toWebhookDue } from '@svc/proto-events';
import { sleep } from '@svc/runtime';
import { countEvents, insertAgents, insertEvents, publishEvents } from './fixtures.js';
import { openBackends } from './scratch.js';
import type { Program } from './program.js';
import type { Leftovers } from './run-bench.js';
import { startService } from './service-process.js';
import type { WebhookReceiverCalls } from './webhook-receiver-program.js';

/** Longer than a round takes, in milliseconds. */
const ROUND_MS_MAX = 120_000;

export interface DispatcherLoadOptions {
  receiver: Program<WebhookReceiverCalls>;
  urls: Awaited<ReturnType<WebhookReceiverCalls['listen']>>;
  agents: number;
  /** Further agents, whose endpoints take requests and never answer. */
  hangingAgents?: number;
}

/** A dispatcher process with backends of its own, with agents whose events it delivers to one receiver. */
export interface DispatcherLoad {
  /** Resolves with the deliveries per second to those that answer, once all are recorded. */
  round(perAgent: number): Promise<number>;
  /** CPU time that the dispatcher has used since its start, in milliseconds. */
  cpuMs(): number;
}

export async function startDispatcherLoad(
  { receiver, urls, agents: answering, hangingAgents = 0 }: DispatcherLoadOptions,
  leftovers: Leftovers,
): Promise<DispatcherLoad> {
  const backends = await openBackends(leftovers);
  const agents = await insertAgents(backends, answering + hangingAgents, (index) =>
    index < answering ? urls.url : urls.hangingUrl,
  );
  const answeringIds = agents.slice(0, answering).map(({ agentId }) => agentId);
  const dispatcher = startService('webhook-dispatcher', backends, leftovers);
  let seq = 1;

  async function openEvents(): Promise<number> {
    const [left] = await backends.sql(
      `SELECT count(*)::int AS count FROM event WHERE agent_id = ANY ($1) AND state = 'open'`,
      [answeringIds],
    );
    return Number(left?.['count']);
  }

  return {
    cpuMs: dispatcher.cpuMs,
    async round(perAgent) {
      const events = await insertEvents(backends, agents, { perAgent, firstSeq: seq });
      seq += perAgent;
      await receiver.ask('take', undefined);
      dispatcher.pause();
      await countEvents(backends, seq - 1);
      await publishEvents(backends, toWebhookDue(), events);
      dispatcher.resume();
      const endMs = Date.now() + ROUND_MS_MAX;
      await until(async () => (await receiver.ask('count', undefined)) >= perAgent * answering, endMs);
      await until(async () => (await openEvents()) === 0, endMs);
      const { perSecond, unsigned } = await receiver.ask('take', undefined);
      if (unsigned > 0) throw new Error(`${unsigned} deliveries were not signed`);
      return perSecond;
    },
  };
}

async function until(holds: () => Promise<boolean>, endMs: number): Promise<void> {
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('Not all events were delivered in time');
    await sleep(20);
  }
}
