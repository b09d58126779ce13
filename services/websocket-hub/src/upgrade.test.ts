import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { listening } from '@svc/testkit';
import { refuseUpgrade } from './upgrade.js';

const server = createServer();

afterEach(() => void server.close());

describe('a refused upgrade', () => {
  it('does not leave a connection behind, though the client keeps its half open', async () => {
    server.on('upgrade', (_request, socket) => refuseUpgrade(socket, { status: 404, detail: 'Not found' }));
    const { port } = await listening(server);
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.write('GET /ws/other HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 Not Found\r\n[^]*\{"detail":"Not found"\}$/);
    const openConnections = promisify(server.getConnections.bind(server));
    while ((await openConnections()) > 0) await new Promise((resolve) => setImmediate(resolve));
    client.destroy();
  });
});
