import { createServer } from 'node:http';
import { createProxyServer, proxyUpgrade } from 'httpxy';
import { Balancer } from './balancer.mjs';

/**
 * One port in front of the services: sockets go to the hubs, `/webhook/` to the intakes, everything else to the gateways.
 * `GET /health/ready` is answered here: 200 when every kind has a ready member.
 *
 * @param {() => readonly (import('./balancer.mjs').Member & { kind: string })[]} members all members of all kinds.
 */
export function createFrontDoor(members) {
  const balancers = Object.fromEntries(
    ROUTED_KINDS.map((kind) => [
      kind,
      new Balancer(() => members().filter((member) => member.kind === kind)),
    ]),
  );
  const proxy = createProxyServer({ proxyTimeout: RESPONSE_TIMEOUT_MS });
  proxy.on('error', (_error, _request, response) => refuse(response, 502, 'Bad gateway'));
  const sockets = new Set();

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, (request, response) => {
    const path = pathOf(request);
    if (path === '/health/live') return answer(response, 200, { status: 'ok' });
    if (path === '/health/ready') return answerReadiness(response, members());
    // Each service has metrics of its own, which are for its operator alone.
    if (path === '/metrics') return answer(response, 404, { detail: 'Not found' });
    const balancer = balancers[routeOf(path, false)];
    const port = balancer.nextPort();
    if (port === undefined) return refuse(response, 503, 'Temporarily unavailable');
    markOrigin(request);
    void proxy.web(request, response, { target: `http://127.0.0.1:${port}`, agent: balancer.agent });
  });

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const balancer = balancers[routeOf(pathOf(request), true)];
    const port = balancer.nextPort();
    if (port === undefined) return refuseUpgrade(socket, '503 Service Unavailable');
    markOrigin(request);
    proxyUpgrade({ host: '127.0.0.1', port }, request, socket, head, {
      agent: balancer.agent,
      xfwd: false,
      upgradeTimeout: UPGRADE_TIMEOUT_MS,
    }).then(
      (upstream) => upstream.once('close', () => lingerAndDestroy(socket)),
      () => refuseUpgrade(socket, '502 Bad Gateway'),
    );
  });

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  return {
    server,
    /** Takes no new connection; those that are open go on. */
    stopAccepting() {
      if (!server.listening) return;
      server.close();
      server.closeIdleConnections();
    },
    /** Ends what is still open. */
    destroy() {
      for (const socket of sockets) socket.destroy();
      for (const balancer of Object.values(balancers)) balancer.agent.destroy();
    },
  };
}

/** The kind of service that answers a path. Any websocket upgrade is a hub's. */
export function routeOf(path, isUpgrade) {
  if (isUpgrade || path.startsWith('/ws/agent/')) return 'websocket-hub';
  return path.startsWith('/webhook/') ? 'trigger-intake' : 'gateway';
}

/** What is missing before every kind has a ready member; empty when the constellation is ready. */
export function kindsNotReady(members) {
  const kinds = [...new Set(members.map((member) => member.kind))];
  return kinds.filter((kind) => !members.some((member) => member.kind === kind && member.ready));
}

const ROUTED_KINDS = ['gateway', 'websocket-hub', 'trigger-intake'];
const RESPONSE_TIMEOUT_MS = 120_000;
const UPGRADE_TIMEOUT_MS = 10_000;
/** As long as the services keep an idle connection. Node's 5 s end often while a caller is just sending its next request, which is then lost. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const LINGER_MS = 5_000;

function answerReadiness(response, members) {
  const missing = kindsNotReady(members);
  if (members.length > 0 && missing.length === 0) return answer(response, 200, { status: 'ready' });
  return answer(response, 503, { status: 'not ready', waiting_for: missing });
}

/** The front door is the outermost proxy, so what a caller says about its own origin is replaced, never kept. */
function markOrigin(request) {
  request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  request.headers['x-forwarded-proto'] = 'http';
  request.headers['x-forwarded-host'] = request.headers.host ?? '';
}

function pathOf(request) {
  return (request.url ?? '/').split('?', 1)[0];
}

/** A refusal has the services' own error shape, with the one `Retry-After` that a restarting member needs. */
function refuse(response, status, detail) {
  if (!('writeHead' in response)) return response?.destroy();
  if (response.headersSent) return response.destroy();
  response.setHeader('retry-after', '1');
  return answer(response, status, { detail });
}

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/**
 * Reads on for a while after the hub has closed. A client in the middle of a large frame comes to reading the hub's close frame only
 * then: unread data would hold its connection up, and destroying it at once would reset the close frame away.
 */
function lingerAndDestroy(socket) {
  socket.resume();
  socket.end();
  const deadline = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(deadline));
}

function refuseUpgrade(socket, statusLine) {
  if (socket.destroyed || !socket.writable) return;
  socket.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n`);
}
