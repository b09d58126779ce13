import { jest } from '@jest/globals';
import { backoffMs, LiveConnection } from './live-connection.ts';
import type { LiveSocket, LiveState } from './live-connection.ts';

class FakeSocket implements LiveSocket {
  onmessage: LiveSocket['onmessage'] = null;
  onclose: LiveSocket['onclose'] = null;
  isClosed = false;
  close(): void {
    this.isClosed = true;
  }
  letIn(): void {
    this.onmessage?.({ data: '{"type":"auth_ok"}' });
  }
  drop(code = 1006): void {
    this.onclose?.({ code });
  }
}

let sockets: FakeSocket[];
let states: LiveState[];
let connections: number;
let connection: LiveConnection;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
  [sockets, states, connections] = [[], [], 0];
  connection = new LiveConnection({
    openSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    onFrame: () => {},
    onConnected: () => (connections += 1),
    onRefused: () => {},
    onState: (state) => states.push(state),
  });
});
afterEach(() => {
  connection.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the live connection', () => {
  it('comes back with growing pauses, and counts every coming back as a connection', () => {
    connection.start();
    sockets[0]?.letIn();
    const pauses = [0, 1, 2].map((index) => {
      sockets[index]?.drop();
      return fireLast();
    });
    expect(pauses).toEqual([500, 1_000, 2_000]);
    expect(states).toEqual(['live', 'reconnecting']);
    sockets[3]?.letIn();
    expect([states.at(-1), connections]).toEqual(['live', 2]);
    sockets[3]?.drop();
    expect(fireLast()).toBe(500);
  });

  it('gives up a socket that is not let in for long', () => {
    connection.start();
    expect(fireLast()).toBe(10_000);
    expect(sockets[0]?.isClosed).toBe(true);
    fireLast();
    expect(sockets).toHaveLength(2);
  });

  it('does not wait when it is hurried, and renews what may be dead', () => {
    connection.start();
    sockets[0]?.letIn();
    connection.hurry();
    expect(sockets).toHaveLength(1);
    connection.renew();
    expect([sockets[0]?.isClosed, states.at(-1)]).toEqual([true, 'reconnecting']);
    connection.hurry();
    expect(sockets).toHaveLength(2);
  });

  it('stays away until it is wanted when a person has too many pages open', () => {
    connection.start();
    sockets[0]?.letIn();
    sockets[0]?.drop(1008);
    expect(fireLast()).toBeUndefined();
    connection.hurry();
    expect(sockets).toHaveLength(2);
  });

  it('ends for good, whatever comes late', () => {
    connection.start();
    const [socket] = sockets;
    socket?.letIn();
    const late = socket?.onclose;
    connection.stop();
    late?.({ code: 1006 });
    connection.start();
    connection.hurry();
    expect([sockets.length, states.at(-1), socket?.isClosed]).toEqual([1, 'stopped', true]);
  });
});

describe('the pause before the next try', () => {
  it('doubles up to 15 seconds, and half of it is left to chance', () => {
    expect([0, 1, 5, 50].map(backoffMs)).toEqual([500, 1_000, 15_000, 15_000]);
    jest.spyOn(Math, 'random').mockReturnValue(0);
    expect(backoffMs(0)).toBe(250);
  });
});

/** Lets the timer go off, and returns how long it has taken; `undefined` if there is none. */
function fireLast(): number | undefined {
  if (jest.getTimerCount() === 0) return undefined;
  const before = Date.now();
  jest.advanceTimersToNextTimer();
  return Date.now() - before;
}
