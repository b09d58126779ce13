import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Pool } from 'pg';
import { WebSocketServer } from 'ws';
import { serveCalls } from './program-calls.js';

export type BareMessagesCalls = typeof calls;

const INSERT = { name: 'insert', text: 'INSERT INTO bare_message (text) VALUES ($1)' };

let pool: Pool;
const sockets = new WebSocketServer({ noServer: true });
const server = createServer(async (request, response) => {
  const { text } = (await json(request)) as { text: string };
  await pool.query({ ...INSERT, values: [text] });
  for (const socket of sockets.clients) socket.send(JSON.stringify({ text }));
  response.writeHead(201, { 'Content-Type': 'application/json' }).end('{}');
});
server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, () => {}));

/** The least that a message costs: a POST, one row, one frame, without a check or a proof of receipt. */
const calls = {
  async listen(databaseUrl: string): Promise<string> {
    pool = new Pool({ connectionString: databaseUrl });
    await pool.query('CREATE TABLE bare_message (id bigserial PRIMARY KEY, text text NOT NULL)');
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
};

serveCalls(calls, () => pool.end());
