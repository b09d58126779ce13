import { Agent } from 'node:http';
import { connect } from 'node:net';

/**
 * A member of a kind of service, as far as routing needs it.
 * @typedef {{ name: string, port: number, ready: boolean }} Member
 */

/**
 * Spreads requests over the ready members of one kind, round robin.
 *
 * `agent` opens the connections. A member that refuses is passed over for the next one before anything of the request
 * has been sent, so a process that has just died costs its callers nothing but a connection attempt.
 */
export class Balancer {
  /** @type {() => readonly Member[]} */
  #members;
  #turn = 0;
  agent;

  /** @param {() => readonly Member[]} members read anew for every request, because members die and come back. */
  constructor(members) {
    this.#members = members;
    this.agent = new MemberAgent((firstPort) => this.#candidates(firstPort));
  }

  /** The next member's port, or `undefined` while none is ready. */
  nextPort() {
    const ready = this.#ready();
    if (ready.length === 0) return undefined;
    this.#turn = (this.#turn + 1) % ready.length;
    return ready[this.#turn].port;
  }

  #candidates(firstPort) {
    return [
      firstPort,
      ...this.#ready()
        .map((member) => member.port)
        .filter((port) => port !== firstPort),
    ];
  }

  #ready() {
    return this.#members().filter((member) => member.ready);
  }
}

class MemberAgent extends Agent {
  #candidates;

  constructor(candidates) {
    super({ keepAlive: true, maxFreeSockets: 64, timeout: 120_000 });
    this.#candidates = candidates;
  }

  createConnection(options, callback) {
    connectToFirst(this.#candidates(Number(options.port))).then(
      (socket) => callback(null, socket),
      (error) => callback(error),
    );
    return undefined;
  }
}

async function connectToFirst(ports) {
  let refusal = new Error('No member is ready');
  for (const port of ports) {
    try {
      return await connected(port);
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

function connected(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}
