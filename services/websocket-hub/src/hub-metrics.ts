import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Sessions } from './sessions.js';

/** What the hub counts; read by the metrics when they are asked for, so that the hot path only adds numbers. */
export interface HubCounters {
  pushed: number;
  confirmed: number;
}

export function registerHubMetrics(registry: Registry, counters: HubCounters, sessions: Sessions): void {
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
  counterOf('hub_events_pushed_total', 'Event frames written to sockets', () => counters.pushed);
  counterOf(
    'hub_events_confirmed_total',
    'Event frames whose receipt a pong has proven',
    () => counters.confirmed,
  );

  function counterOf(name: string, help: string, read: () => number): void {
    let counted = 0;
    new Counter({
      name,
      help,
      ...register,
      collect() {
        const now = read();
        this.inc(now - counted);
        counted = now;
      },
    });
  }
}
