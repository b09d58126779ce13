import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import { httpCall } from '@svc/testkit';
import { WebSocket, WebSocketServer } from 'ws';
import { OutsideWatch } from './outside-watch.js';

const OUTSIDE = { host: 'abc.tunnel.example' };
const logger = createLogger({ service: 'test', level: 'silent' });

let dataDir: string;
let server: Server;
const opened: WebSocket[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'outside-'));
  server = createServer();
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

const watchOf = (isLoopbackOnly = true) => OutsideWatch.open({ dataDir, isLoopbackOnly, logger });

/** A server behind the watch, which answers calls with 200 and takes sockets. */
async function serve(watch: OutsideWatch): Promise<string> {
  const sockets = new WebSocketServer({ noServer: true });
  server.on(
    'request',
    watch.listener((_request, response) => void response.end()),
  );
  server.on(
    'upgrade',
    watch.upgrade((request, stream, head) => sockets.handleUpgrade(request, stream, head, () => undefined)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const statusOf = async (place: string, headers = {}) =>
  (await httpCall(`http://${place}/`, { headers })).status;

/** Whether a socket was taken. */
function upgrades(place: string, headers = {}): Promise<boolean> {
  const socket = new WebSocket(`ws://${place}/`, { headers });
  opened.push(socket);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
}

it('a request from outside waits until all is switched off, and others do not', async () => {
  const watch = await watchOf();
  const place = await serve(watch);
  let finish = (): void => undefined;
  const switchOff = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  watch.onReached = switchOff;
  expect([await statusOf(place), await upgrades(place), watch.isReached]).toEqual([200, true, false]);
  const fromOutside = [statusOf(place, OUTSIDE), upgrades(place, OUTSIDE), statusOf(place, OUTSIDE)];
  let answered = 0;
  for (const answer of fromOutside) void answer.then(() => (answered += 1));
  while (switchOff.mock.calls.length === 0) await new Promise(setImmediate);
  expect([await statusOf(place), await upgrades(place), watch.isReached]).toEqual([200, true, true]);
  expect(answered).toBe(0);
  finish();
  expect(await Promise.all(fromOutside)).toEqual([200, true, 200]);
  expect(await statusOf(place, OUTSIDE)).toBe(200);
  expect(switchOff).toHaveBeenCalledTimes(1);
  expect((await watchOf()).isReached).toBe(true);
});

it('nobody from outside is answered while switching off fails, and the next request tries again', async () => {
  const watch = await watchOf();
  const place = await serve(watch);
  watch.onReached = () => Promise.reject(new Error('The database is away'));
  expect([await statusOf(place, OUTSIDE), await upgrades(place, OUTSIDE)]).toEqual([503, false]);
  expect([await statusOf(place), await readdir(dataDir)]).toEqual([200, []]);
  watch.onReached = async () => undefined;
  expect([await statusOf(place, OUTSIDE), await upgrades(place, OUTSIDE)]).toEqual([200, true]);
});

it('a place that others are meant to reach is not watched, and not marked', async () => {
  const watch = await watchOf(false);
  const place = await serve(watch);
  watch.onReached = () => Promise.reject(new Error('There is nothing to switch off'));
  expect([watch.isReached, await statusOf(place, OUTSIDE), await readdir(dataDir)]).toEqual([true, 200, []]);
});
