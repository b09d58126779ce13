import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person, Product } from '@svc/testkit';
import type { ProductMode } from '@svc/testkit';
import { WebSocket } from 'ws';
import { HUB_SLOT, openBackends } from './scratch.js';
import type { Leftovers } from './run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './service-process.js';

/** Sends one message as an agent's owner and resolves with the milliseconds from before its POST to its frame at the agent. */
export type Exchange = () => Promise<number>;

/** Longer than any frame should take, in milliseconds. */
const FRAME_MS_MAX = 10_000;

/** The built product as `npm start` or `npm run services` runs it; as services, everything goes through the edge proxy. */
export async function wholeProduct(mode: ProductMode, leftovers: Leftovers): Promise<Exchange> {
  const product = await Product.prepare({ mode, settings: NO_RATE_LIMITS });
  leftovers.later(() => product.remove());
  leftovers.later(() => product.stop());
  await product.start();
  return exchangeOver({ gatewayUrl: product.url, hubUrl: product.url }, leftovers);
}

/** Gateway and hub as processes that are talked to directly, as behind an edge proxy that costs nothing. */
export async function servicesAlone(leftovers: Leftovers): Promise<Exchange> {
  const backends = await openBackends(leftovers);
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { ...NO_RATE_LIMITS, DATA_DIR: dataDir, HUB_SLOT };
  const hub = await startReadyService('websocket-hub', backends, leftovers, settings);
  const gateway = await startReadyService('gateway', backends, leftovers, settings);
  return exchangeOver({ gatewayUrl: gateway.url, hubUrl: hub.url }, leftovers);
}

async function exchangeOver(
  { gatewayUrl, hubUrl }: { gatewayUrl: string; hubUrl: string },
  leftovers: Leftovers,
): Promise<Exchange> {
  const person = await Person.signUp(gatewayUrl);
  const { agentId, secret } = await person.createAgent();
  const socket = new WebSocket(`${hubUrl.replace(/^http/, 'ws')}/ws/agent/${agentId}`);
  leftovers.later(async () => socket.terminate());
  await once(socket, 'open');
  const greeted = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'auth', agent_id: agentId, secret }));
  await greeted;
  let conversation: { conversation_id?: string } = {};

  return async () => {
    const came = once(socket, 'message', { signal: AbortSignal.timeout(FRAME_MS_MAX) });
    const cameMs = came.then(() => performance.now());
    const startMs = performance.now();
    const message = { text: 'What came in since yesterday?', ...conversation };
    const [sent, endMs] = await Promise.all([person.send(agentId, message), cameMs]);
    conversation = { conversation_id: sent.conversation_id };
    return endMs - startMs;
  };
}
