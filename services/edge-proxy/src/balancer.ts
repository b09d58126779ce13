import { Agent } from 'node:http';
import type { ClientRequestArgs } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The parts of a service process that routing needs. */
export interface Member {
  /** Such as `gateway#1`. */
  name: string;
  kind: string;
  /** On 127.0.0.1. */
  port: number;
  ready: boolean;
}

/**
 * Spreads requests over the ready members of one kind, round robin.
 *
 * `agent` opens the connections. If a member refuses the connection, the next one gets the request, before anything of it has been sent. So
 * a process that has just died costs its callers only a connection attempt.
 */
export class Balancer {
  readonly agent: Agent;
  readonly #members: () => readonly Member[];
  #next = 0;

  /**
   * @param members read again for every request, because members die and come back.
   */
  constructor(members: () => readonly Member[]) {
    this.#members = members;
    this.agent = new MemberAgent((firstPort) => this.#candidates(firstPort));
  }

  /** The next member's port, or `undefined` while none is ready. */
  nextPort(): number | undefined {
    const ports = this.#readyPorts();
    if (ports.length === 0) return undefined;
    this.#next = (this.#next + 1) % ports.length;
    return ports[this.#next];
  }

  #candidates(firstPort: number): number[] {
    return [firstPort, ...this.#readyPorts().filter((port) => port !== firstPort)];
  }

  #readyPorts(): number[] {
    return this.#members()
      .filter((member) => member.ready)
      .map((member) => member.port);
  }
}

class MemberAgent extends Agent {
  readonly #candidates: (firstPort: number) => number[];

  constructor(candidates: (firstPort: number) => number[]) {
    super({ keepAlive: true, maxFreeSockets: 64, timeout: 120_000 });
    this.#candidates = candidates;
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    connectToFirst(this.#candidates(Number(options.port))).then(
      (socket) => callback?.(null, socket),
      // Node passes no stream with an error, though its types ask for one.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
  }
}

async function connectToFirst(ports: readonly number[]): Promise<Socket> {
  let refusal: unknown = new Error('No member is ready');
  for (const port of ports) {
    try {
      return await connected(port);
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}
