import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { receivedFile } from './incoming-message.js';

/** An address behind which every connection is broken off. */
async function brokenUrl(): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/file`, close: () => server.close() };
}

describe('a file whose download breaks off', () => {
  it('is unavailable, as one whose link has ended', async () => {
    const { url, close } = await brokenUrl();
    const file = receivedFile({ url, contentType: 'image/*' });
    await expect(file.bytes()).rejects.toMatchObject({ name: 'AgentError', code: 'unavailable' });
    close();
  });

  it('says why its caller has ended it, if that was the caller', async () => {
    const { url, close } = await brokenUrl();
    const file = receivedFile({ url, contentType: 'image/*' });
    const reason = new Error('no longer needed');
    await expect(file.bytes({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    close();
  });
});
