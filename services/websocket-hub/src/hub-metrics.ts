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
  const register = { registers: [registry] };
  new Gauge({
    name: 'hub_sessions',
    help: 'Authenticated agent sockets',
    ...register,
    collect() {
      this.set(sessions.count);
    },
  });
  new Gauge({
    name: 'hub_agents',
    help: 'Agents with at least one socket',
    ...register,
    collect() {
      this.set(sessions.agentCount);
    },
  });
  new Gauge({
    name: 'hub_client_sockets',
    help: 'Sockets of the client app',
    ...register,
    collect() {
      this.set(clients.count);
    },
  });
  counterOf('hub_events_pushed_total', 'Event frames written to sockets', () => counters.pushed);
  counterOf(
    'hub_events_confirmed_total',
    'Event frames whose receipt a pong has proven',
    () => counters.confirmed,
  );

  function counterOf(name: string, help: string, countOf: () => number): void {
    let counted = 0;
    new Counter({
      name,
      help,
      ...register,
      collect() {
        const now = countOf();
        this.inc(now - counted);
        counted = now;
      },
    });
  }
}
