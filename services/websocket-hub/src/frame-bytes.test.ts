import { createServer } from 'node:http';
import { listening } from '@svc/testkit';
import { WebSocket, WebSocketServer } from 'ws';
import { frameBytes } from './frame-bytes.js';

it('a text of any length is read as it was, and so is the ping behind it', async () => {
  const texts = [0, 1, 125, 126, 127, 65_534, 65_536, 70_000].map(
    (bytes) => 'é'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2),
  );
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer().on('upgrade', (request, stream, head) =>
    sockets.handleUpgrade(request, stream, head, () => {
      for (const [index, text] of texts.entries())
        stream.write(Buffer.concat([frameBytes.text(text), frameBytes.ping(`${index}`)]));
    }),
  );
  const client = new WebSocket(`ws://127.0.0.1:${(await listening(server)).port}/`);
  const came: string[] = [];
  client.on('message', (data: Buffer, isBinary) => came.push(`${isBinary} ${data.toString()}`));
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject).on('close', reject);
    client.on('ping', (data) => {
      came.push(`ping ${data.toString()}`);
      if (data.toString() === `${texts.length - 1}`) resolve();
    });
  });
  expect(came).toEqual(texts.flatMap((text, index) => [`false ${text}`, `ping ${index}`]));
  client.terminate();
  server.close();
});
