import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { ClientSockets } from './client-sockets.js';
import type { Sessions } from './sessions.js';

/** The hub's counts. The metrics read them when they are asked for, so that the hot path only adds numbers. */
export interface HubCounters {
  pushed: number;
  confirmed: number;
}

export function registerHubMetrics(
  registry: Registry,
  read: { counters: HubCounters; sessions: Sessions; clients: ClientSockets },
): void {
  const { counters, sessions, clients } = read;
  const registers = [registry];
  gaugeOf('hub_sessions', 'Authenticated agent sockets', () => sessions.count);
  gaugeOf('hub_agents', 'Agents with at least one socket', () => sessions.agentCount);
  gaugeOf('hub_client_sockets', 'Sockets of the client app', () => clients.count);
  counterOf('hub_events_pushed_total', 'Event frames written to sockets', () => counters.pushed);
  counterOf(
    'hub_events_confirmed_total',
    'Event frames whose receipt a pong has proven',
    () => counters.confirmed,
  );

  function gaugeOf(name: string, help: string, countOf: () => number): void {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(countOf());
      },
    });
  }

  function counterOf(name: string, help: string, countOf: () => number): void {
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(countOf());
      },
    });
  }
}
