import type { IncomingMessage } from 'node:http';
import { isFromElsewhere, loopbackReceivers } from './loopback-receivers.js';

describe('a request', () => {
  const own = ['localhost:8080', '127.0.0.1', '[::1]:8080', 'a.localhost'];
  it.each([...own.map((host) => ({ host })), {}])('is of this machine with %j', (headers) => {
    expect(isFromElsewhere(headers)).toBe(false);
  });

  it.each([
    { host: 'demo.example.com' },
    { host: 'localhost:8080', 'x-forwarded-for': '203.0.113.7' },
    { host: 'localhost:8080', 'cf-ray': '1' },
    { host: '%' },
  ])('is from elsewhere with %j', (headers) => {
    expect(isFromElsewhere(headers)).toBe(true);
  });
});

it('Webhooks may go to this machine until a request comes from elsewhere', async () => {
  const { guard, see } = loopbackReceivers(['127.0.0.0/8']);
  const ask = (headers: object) => see({ headers } as IncomingMessage);
  ask({ host: 'localhost:8080' });
  await guard.vet('http://127.0.0.1:9000/events');
  ask({ host: 'demo.example.com' });
  ask({ host: 'localhost:8080' });
  const refused = { code: 'webhook_url_not_allowed' };
  await expect(guard.vet('http://127.0.0.1:9000/events')).rejects.toMatchObject(refused);
  expect(() => guard.vetLiteral(new URL('http://127.0.0.1:9000/'))).toThrow();
});
