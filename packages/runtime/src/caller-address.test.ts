import type { IncomingMessage } from 'node:http';
import { addressReader } from './request-context.js';

const addressOf = addressReader(['127.0.0.0/8', '10.0.0.0/8', '2001:db8:ffff::/48']);

function from(connection: string, way?: string): IncomingMessage {
  return {
    socket: { remoteAddress: connection },
    connection: { remoteAddress: connection },
    headers: way === undefined ? {} : { 'x-forwarded-for': way },
  } as unknown as IncomingMessage;
}

it.each([
  ['198.51.100.1', undefined, '198.51.100.1'],
  ['198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['127.0.0.1', '192.0.2.1, 203.0.113.9, 10.0.0.5', '203.0.113.9'],
  ['127.0.0.1', '192.0.2.1, 203.0.113.9:51234', '203.0.113.9'],
  ['127.0.0.1', '203.0.113.9:51234, 10.0.0.5:443', '203.0.113.9'],
  ['127.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
  ['127.0.0.1', '2001:db8::1, [2001:db8:ffff::2]:443', '2001:db8::1'],
  ['127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
  ['127.0.0.1', '203.0.113.9, unknown, 10.0.0.5', '10.0.0.5'],
])('A call over %s with X-Forwarded-For %s comes from %s', (connection, way, address) => {
  expect(addressOf(from(connection, way)).address).toBe(address);
});
