import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '@svc/runtime';
import { AmqpMeter } from './amqp-meter.js';
import { HUB_SLOT, openPlace } from './place.js';
import type { Place } from './place.js';
import { PostgresMeter } from './postgres-meter.js';
import { familyCpuMs, parentOf, processCpuMs, processesCalled } from './process-time.js';
import type { Leftovers } from './run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './service-process.js';
import { meteredUrl } from './wire-meter.js';

export const SERVICES = [
  'gateway',
  'websocket-hub',
  'trigger-intake',
  'scheduler',
  'webhook-dispatcher',
] as const;
export type ServiceName = (typeof SERVICES)[number];

/** All that has been used since the services started. */
export interface Usage {
  atMs: number;
  /** Milliseconds, by process: services, `PostgreSQL`, `RabbitMQ`. */
  cpuMs: Record<string, number>;
  statements: number;
  /** Rows inserted, updated and deleted. */
  rows: number;
  walBytes: number;
  databaseBytes: number;
  published: number;
  delivered: number;
  brokerBytes: number;
}

export interface MeteredServices {
  urlOf: Record<ServiceName, string>;
  place: Place;
  usage(): Promise<Usage>;
}

/** PostgreSQL's processes tell of their rows this long after the last of them, at the latest (`PGSTAT_IDLE_INTERVAL`). */
const ROWS_TOLD_MS = 10_500;

/** The five services as processes that are talked to directly, with a meter on each connection to PostgreSQL and RabbitMQ. */
export async function startMeteredServices(leftovers: Leftovers): Promise<MeteredServices> {
  const place = await openPlace(leftovers);
  const [database, broker] = [new PostgresMeter(), new AmqpMeter()];
  const metered = {
    ...place,
    databaseUrl: await meteredUrl(new URL(place.databaseUrl), database, leftovers),
    amqpUrl: await meteredUrl(new URL(place.amqpUrl), broker, leftovers),
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const pids: Record<string, number> = {};
  const urls: Record<string, string> = {};
  const settings = { ...NO_RATE_LIMITS, DATA_DIR: dataDir, HUB_SLOT };
  for (const name of SERVICES) {
    const service = await startReadyService(name, metered, leftovers, settings);
    pids[name] = service.pid;
    urls[name] = service.url;
  }
  const [rabbit = 0] = processesCalled('beam.smp');
  const [backend] = await place.sql('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(Number(backend?.['pid']));

  async function usage(): Promise<Usage> {
    // What counts for time is read first; rows are told late.
    const cpuMs: Record<string, number> = Object.fromEntries(
      Object.entries(pids).map(([name, pid]) => [name, processCpuMs(pid)]),
    );
    cpuMs['PostgreSQL'] = familyCpuMs(postmaster);
    cpuMs['RabbitMQ'] = processCpuMs(rabbit);
    const taken = {
      ...{ atMs: performance.now(), cpuMs, statements: database.totals.statements },
      ...{ databaseBytes: database.totals.bytes, brokerBytes: broker.totals.bytes },
      ...{ published: broker.totals.published, delivered: broker.totals.delivered },
    };
    const [wal] = await place.sql("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes");
    await sleep(ROWS_TOLD_MS);
    const [rows] = await place.sql(
      `SELECT tup_inserted + tup_updated + tup_deleted AS count FROM pg_stat_database WHERE datname = current_database()`,
    );
    return { ...taken, walBytes: Number(wal?.['bytes']), rows: Number(rows?.['count']) };
  }
  return { urlOf: urls, place, usage };
}
