import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import { freePort, holdPort } from './free-port.js';

it('gives ports that can be listened on and that the system gives to nobody by itself', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(30_000);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

it('gives no port that is in use on any address, and none twice', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port: busyPort } = busy.address() as AddressInfo;
  const givenPort = await freePort();
  const chances = [chanceOf(busyPort), chanceOf(givenPort)];
  const port = await freePort({ random: () => chances.shift() ?? Math.random() });
  expect(chances).toEqual([]);
  expect([busyPort, givenPort]).not.toContain(port);
  busy.close();
});

it('does not even look at a port that is given or held: whoever has it may begin to listen at any moment', async () => {
  const givenPort = await freePort();
  const held = await holdPort();
  const listen = jest.spyOn(Server.prototype, 'listen');
  const chances = [chanceOf(givenPort), chanceOf(held.port)];
  await freePort({ random: () => chances.shift() ?? Math.random() });
  const looked = listen.mock.calls.map(([options]) => (options as { port?: number }).port);
  expect(looked).toHaveLength(1);
  expect([givenPort, held.port]).not.toContain(looked[0]);
  listen.mockRestore();
  held.release();
});

it('gives no port that is held, though nobody listens on it, until it is released', async () => {
  const held = await holdPort();
  const script = `import('node:dgram').then(({ createSocket }) => createSocket('udp4')
    .on('error', () => console.log('held')).on('listening', function () { console.log('free'); this.close(); })
    .bind({ port: ${held.port}, address: '127.0.0.1' }))`;
  const seenByAnother = () => execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
  expect(seenByAnother()).toBe('held');
  held.release();
  expect(seenByAnother()).toBe('free');
});

it('gives no port that another process holds', async () => {
  const candidate = await freePort();
  const other = createSocket('udp4').bind({ port: candidate + 1, address: '127.0.0.1' });
  await once(other, 'listening');
  const chances = [chanceOf(candidate + 1)];
  const port = await freePort({ random: () => chances.shift() ?? Math.random() });
  expect(port).not.toBe(candidate + 1);
  other.close();
});

it('fails where no port is free', async () => {
  const port = await freePort();
  await expect(freePort({ random: () => chanceOf(port) })).rejects.toThrow('None of 100 ports');
});

/** What chooses this port. */
function chanceOf(port: number): number {
  return (port - 20_000 + 0.5) / 10_000;
}
