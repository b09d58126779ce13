import { createServer } from 'node:net';
import { listening } from '@svc/testkit';
import { ReceivedFile } from './incoming-message.js';

const breaksOff = createServer((socket) => socket.destroy());
afterAll(() => void breaksOff.close());

it('a file whose download breaks off is unavailable, as one whose link has ended', async () => {
  const { url } = await listening(breaksOff);
  const unavailable = { name: 'AgentError', code: 'unavailable' };
  await expect(new ReceivedFile(url, 'image/*').bytes()).rejects.toMatchObject(unavailable);
});
