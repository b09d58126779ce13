import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveCalls } from './program-calls.js';
import { machineClockMs } from './machine-clock.js';
import { HANGING_PATH } from './webhook-paths.js';

export type WebhookReceiverCalls = typeof calls;

/** When each request was complete, by the machine's clock. */
let arrivals: number[] = [];
let hanging = 0;
const signed = { yes: 0, no: 0 };

const server = createServer({ keepAliveTimeout: 60_000 }, receive);

const calls = {
  async listen(): Promise<number> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },

  /** What came since the last call: when the requests that were answered were complete, and how many got no answer. */
  async take(): Promise<{ arrivals: number[]; hanging: number; unsigned: number }> {
    const taken = { arrivals, hanging, unsigned: signed.no };
    arrivals = [];
    hanging = 0;
    signed.no = 0;
    return taken;
  },

  async count(): Promise<number> {
    return arrivals.length;
  },
};

serveCalls(calls);

function receive(request: IncomingMessage, response: ServerResponse): void {
  // The body is read to its end, as any receiver must to check the signature.
  request.resume();
  request.once('end', () => {
    if (request.url?.startsWith(HANGING_PATH)) {
      hanging += 1;
      return;
    }
    arrivals.push(machineClockMs());
    if (request.headers['x-svc-signature'] === undefined) signed.no += 1;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 11 });
    response.end('{"ok":true}');
  });
}
