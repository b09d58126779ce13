import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machineClockMs } from './machine-clock.js';
import { serveCalls } from './program-calls.js';

export type WebhookReceiverCalls = typeof calls;

/** Arrivals of a round's first and last part count for nothing: work piles up and runs out there. */
const EDGE_SHARE = 0.1;

/** When each request that was answered was complete, by the machine's clock. */
let arrivalsMs: number[] = [];
let unsigned = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, receive);

const calls = {
  async listen(): Promise<string> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`;
  },

  async count(): Promise<number> {
    return arrivalsMs.length;
  },

  /** Ends a round: how many requests a second were answered in its middle, and how many were not signed. */
  async take(): Promise<{ perSecond: number; unsigned: number }> {
    const first = Math.floor(arrivalsMs.length * EDGE_SHARE);
    const last = Math.ceil(arrivalsMs.length * (1 - EDGE_SHARE)) - 1;
    const tookMs = (arrivalsMs[last] ?? 0) - (arrivalsMs[first] ?? 0);
    const taken = { perSecond: ((last - first) * 1_000) / tookMs, unsigned };
    arrivalsMs = [];
    unsigned = 0;
    return taken;
  },
};

serveCalls(calls);

function receive(request: IncomingMessage, response: ServerResponse): void {
  // The body is read to its end, as any receiver must to check the signature.
  request.resume();
  request.once('end', () => {
    arrivalsMs.push(machineClockMs());
    if (request.headers['x-svc-signature'] === undefined) unsigned += 1;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 11 });
    response.end('{"ok":true}');
  });
}
