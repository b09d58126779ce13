import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import type { RequestHandler } from 'express';
import { ServiceError } from '@svc/domain';
import { errorHandler } from './http-errors.js';
import { silent, useServers } from './served.suite.js';

const start = useServers();

const refuseUnread: RequestHandler = () => {
  throw new ServiceError('too_large');
};
const refuseAfterTheFirstBytes: RequestHandler = (request, _response, next) => {
  request.once('data', () => {
    request.pause();
    next(new ServiceError('too_large'));
  });
};

async function serve(handler: RequestHandler): Promise<number> {
  const app = express().use(handler, errorHandler(silent));
  return (await start(app)).address().port;
}

/** Sends a request whole before it reads a byte of the answer, as simple clients and many proxies do. */
function answerToSender(port: number, head: string[], bodyBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }).pause();
    socket.on('error', reject);
    socket.write(['POST / HTTP/1.1', 'Host: test', ...head, '', ''].join('\r\n'));
    socket.write(Buffer.alloc(bodyBytes, 'x'), () => {
      let answer = '';
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString();
        if (answer.includes('Request is too large')) resolve(answer);
      });
      socket.on('close', () => reject(new Error(`The connection ended after: ${answer}`)));
      socket.resume();
    });
  });
}

describe('a refusal of a request whose body is still being sent', () => {
  const BODY_BYTES = 6_000_000;

  it.each([
    ['before it is read', refuseUnread],
    ['in the middle', refuseAfterTheFirstBytes],
  ])('reaches its caller, %s, on a connection that is to be closed', async (_when, handler) => {
    const port = await serve(handler);
    const head = [`Content-Length: ${BODY_BYTES}`, 'Connection: close'];
    expect(await answerToSender(port, head, BODY_BYTES)).toMatch(/^HTTP\/1.1 413 /);
  });

  it('is complete before the body is, and ends a connection whose caller stops sending', async () => {
    const port = await serve(refuseUnread);
    const socket = connect({ host: '127.0.0.1', port });
    socket.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nxx');
    expect(await text(socket)).toContain('Request is too large');
  });
});
