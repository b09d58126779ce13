import { once } from 'node:events';
import { createServer, Agent } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse, ClientRequestArgs } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerClientError, answerMalformed, hasTwoHosts } from '@svc/runtime';
import type { AddressReader } from '@svc/runtime';
import { createProxyServer, proxyUpgrade } from 'httpxy';

const RESPONSE_TIMEOUT_MS = 120_000;
const UPGRADE_TIMEOUT_MS = 10_000;
/** As the services. After Node's 5 s a connection often ends while a caller sends its next request. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A message in pieces may take ten minutes. The services bound every other request. */
const REQUEST_TIMEOUT_MS = 660_000;
const LINGER_MS = 5_000;

/**
 * One port in front of the services, see {@link backendOf}. `GET /health/ready` is 200 when every kind has a
 * ready member. Members are read again for every request.
 */
export function createEdgeProxy(members: () => readonly Member[], addressOf: AddressReader) {
  const balancerOf = (kind: Backend): Balancer =>
    new Balancer(() => members().flatMap((each) => (each.kind === kind && each.ready ? [each.port] : [])));
  const balancers = {
    gateway: balancerOf('gateway'),
    'trigger-intake': balancerOf('trigger-intake'),
    'websocket-hub': balancerOf('websocket-hub'),
  };
  const proxy = createProxyServer({ proxyTimeout: RESPONSE_TIMEOUT_MS });
  proxy.on('error', (_error, _request, response) => {
    if (response !== undefined && 'writeHead' in response) refuse(response, 502, 'Bad gateway');
    else response?.destroy();
  });
  // How long the way to a service lasts says nothing of the caller's. A caller that is answered while it still
  // sends keeps its connection: if that ended, a reset might overtake the answer.
  proxy.on('proxyRes', (answered, request) => {
    if (request.complete) delete answered.headers.connection;
    else answered.headers.connection = 'keep-alive';
  });
  const sockets = new Set<Socket>();

  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    answerOrPassOn,
  );
  // What no service gets to see is answered as a service would.
  server.on('checkExpectation', answerOrPassOn);
  server.on('clientError', answerClientError);

  function answerOrPassOn(request: IncomingMessage, response: ServerResponse): void {
    if (hasTwoHosts(request)) return answerMalformed(response);
    const path = pathOf(request);
    if (path === '/health/live') return answer(response, 200, { status: 'ok' });
    if (path === '/health/ready') return answerReadiness(response, members());
    // Each service has its own metrics, which are only for the operator.
    if (path === '/metrics') return answer(response, 404, { detail: 'Not found' });
    const balancer = balancers[backendOf(path)];
    const port = balancer.nextPort();
    if (port === undefined) return refuse(response, 503, 'Temporarily unavailable');
    markOrigin(request, addressOf);
    void proxy.web(request, response, { target: `http://127.0.0.1:${port}`, agent: balancer });
  }

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (hasTwoHosts(request)) return answerClientError(new Error('Two Host headers'), socket);
    const balancer = balancers[backendOf(pathOf(request), { isUpgrade: true })];
    const port = balancer.nextPort();
    if (port === undefined) return refuseUpgrade(socket, '503 Service Unavailable');
    markOrigin(request, addressOf);
    proxyUpgrade({ host: '127.0.0.1', port }, request, socket, head, {
      agent: balancer,
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
    /** Accepts no new connection; open connections go on. */
    stopAccepting(): void {
      if (!server.listening) return;
      server.close();
      server.closeIdleConnections();
    },
    destroy(): void {
      for (const socket of sockets) socket.destroy();
      for (const balancer of Object.values(balancers)) balancer.destroy();
    },
  };
}

/** The kinds that have no ready member; empty when the process group is ready. */
export function kindsNotReady(members: readonly Pick<Member, 'kind' | 'ready'>[]): string[] {
  const kinds = [...new Set(members.map((member) => member.kind))];
  return kinds.filter((kind) => !members.some((member) => member.kind === kind && member.ready));
}

function answerReadiness(response: ServerResponse, members: readonly Member[]): void {
  const missing = kindsNotReady(members);
  if (members.length > 0 && missing.length === 0) answer(response, 200, { status: 'ready' });
  else answer(response, 503, { status: 'not ready', waiting_for: missing });
}

/** The services believe it, so it replaces everything that a caller says about its own address. */
function markOrigin(request: IncomingMessage, addressOf: AddressReader): void {
  request.headers['x-forwarded-for'] = addressOf(request).address;
  request.headers['x-forwarded-proto'] = 'http';
  request.headers['x-forwarded-host'] = request.headers.host ?? '';
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

/** In the services' own error shape; `Retry-After` is a second, because a member is back that soon. */
function refuse(response: ServerResponse, status: number, detail: string): void {
  if (response.headersSent) return void response.destroy();
  response.setHeader('retry-after', '1');
  answer(response, status, { detail });
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/**
 * A client in the middle of a large frame reads the hub's close frame only after it. Unread data would keep
 * its connection open, and destroying the connection at once would lose the close frame.
 */
function lingerAndDestroy(socket: Duplex): void {
  socket.resume();
  socket.end();
  const deadline = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(deadline));
}

function refuseUpgrade(socket: Duplex, statusLine: string): void {
  if (socket.destroyed || !socket.writable) return;
  socket.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n`);
}

/** A kind of service that answers calls from outside. */
type Backend = 'gateway' | 'trigger-intake' | 'websocket-hub';

/** Hubs take all sockets, trigger-intakes all paths below `/webhook/`, gateways everything else. */
function backendOf(path: string, { isUpgrade = false } = {}): Backend {
  if (isUpgrade || path.startsWith('/ws/agent/')) return 'websocket-hub';
  return path.startsWith('/webhook/') ? 'trigger-intake' : 'gateway';
}

/** The gateway answers for a kind that has no listener of its own. */
export function routeByPath(
  listeners: Partial<Record<Backend, RequestListener>> & { gateway: RequestListener },
): RequestListener {
  return (request, response) => {
    const listener = listeners[backendOf(request.url ?? '/')] ?? listeners.gateway;
    listener(request, response);
  };
}

export interface Member {
  /** Such as `gateway#1`. */
  name: string;
  kind: string;
  /** On 127.0.0.1. */
  port: number;
  ready: boolean;
}

/** Round robin. If a member refuses the connection, the next gets the request, of which nothing was sent. */
class Balancer extends Agent {
  readonly #readyPorts: () => number[];
  #next = 0;

  constructor(readyPorts: () => number[]) {
    super({ keepAlive: true, maxFreeSockets: 64, timeout: 120_000 });
    this.#readyPorts = readyPorts;
  }

  /** The next member's port, or `undefined` while none is ready. */
  nextPort(): number | undefined {
    const ports = this.#readyPorts();
    if (ports.length === 0) return undefined;
    this.#next = (this.#next + 1) % ports.length;
    return ports[this.#next];
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    connectToFirst(new Set([Number(options.port), ...this.#readyPorts()])).then(
      (socket) => callback?.(null, socket),
      // Node passes no stream with an error, though its types ask for one.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
  }
}

async function connectToFirst(ports: Iterable<number>): Promise<Socket> {
  let refusal: unknown = new Error('No member is ready');
  for (const port of ports) {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
