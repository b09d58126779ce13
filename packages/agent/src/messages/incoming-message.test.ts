import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listening } from '@svc/testkit';
import { receivedFile } from './incoming-message.js';

const breaksOff = createServer((socket) => socket.destroy());
let file: ReturnType<typeof receivedFile>;
beforeAll(async () => {
  const { url } = await listening(breaksOff);
  file = receivedFile({ url, contentType: 'image/*' });
});
afterAll(() => void breaksOff.close());

describe('a file whose download breaks off', () => {
  it('is unavailable, as one whose link has ended', async () => {
    await expect(file.bytes()).rejects.toMatchObject({ name: 'AgentError', code: 'unavailable' });
  });

  it('says why its caller has ended it, if that was the caller', async () => {
    const reason = new Error('no longer needed');
    await expect(file.bytes({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
