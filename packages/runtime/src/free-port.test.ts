import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { listening } from '@svc/testkit';
import { freePort, reservePort } from './free-port.js';

it('gives no port that is in use on any address, and none twice', async () => {
  const busy = createServer();
  const { port: busyPort } = await listening(busy);
  const givenPort = await freePort();
  const chances = [chanceOf(busyPort), chanceOf(givenPort)];
  const port = await freePort({ random: () => chances.shift() ?? Math.random() });
  expect(chances).toEqual([]);
  expect([busyPort, givenPort]).not.toContain(port);
  busy.close();
});

it('gives no port that is held, though nobody listens on it, until it is released', async () => {
  const held = await reservePort();
  const script = `import('node:dgram').then(({ createSocket }) => createSocket('udp4')
    .on('error', () => console.log('held')).on('listening', function () { console.log('free'); this.close(); })
    .bind({ port: ${held.port}, address: '127.0.0.1' }))`;
  const seenByAnother = () => execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
  expect(seenByAnother()).toBe('held');
  held.release();
  expect(seenByAnother()).toBe('free');
});

/** What chooses this port. */
function chanceOf(port: number): number {
  return (port - 20_000 + 0.5) / 10_000;
}
