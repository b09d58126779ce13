import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@svc/runtime';
import { eventually, httpCall } from '@svc/testkit';
import type { Leftovers } from './run-bench.js';
import { end, processCpuMs, profilingOptions } from './processes.js';
import type { Backends } from './scratch.js';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServiceProcess {
  /** Holds the process still, so that work can pile up before it. */
  pause(): void;
  resume(): void;
  /** CPU time used since the start, in milliseconds. */
  cpuMs(): number;
}

/** Settings under which nobody meets a limit of calls: it is above what any measurement does. */
export const NO_RATE_LIMITS: Record<string, string> = Object.fromEntries(
  ['AGENT', 'USER', 'AUTH', 'TRIGGER', 'TRIGGER_ADDRESS'].map((name) => [
    `RATE_LIMIT_${name}_PER_MINUTE`,
    '10000000',
  ]),
);

/** On a machine that is busy otherwise a service takes long to start. */
const READY_MS_MAX = 120_000;

export async function startReadyService(
  name: string,
  backends: Backends,
  leftovers: Leftovers,
  settings: Record<string, string> = {},
): Promise<ServiceProcess & { url: string }> {
  const port = await freePort();
  const service = startService(name, backends, leftovers, { ...settings, PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  const ready = () => httpCall(`${url}/health/ready`).catch(() => ({ status: 0 }));
  const options = { what: `the ${name} to be ready`, waitMsMax: READY_MS_MAX };
  await eventually(ready, ({ status }) => status === 200, options);
  return { ...service, url };
}

/** Starts one service of the built product as its own process, on the backends of a measurement. */
export function startService(
  name: string,
  backends: Backends,
  leftovers: Leftovers,
  settings: Record<string, string> = {},
): ServiceProcess {
  const child = spawn(process.execPath, [...profilingOptions(), `dist/bin/${name}.mjs`], {
    cwd: REPOSITORY,
    stdio: 'inherit',
    detached: true,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: backends.databaseUrl,
      AMQP_URL: backends.amqpUrl,
      AMQP_PREFIX: backends.namePrefix,
      SECRETS_KEY: backends.secretsKey,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      ...settings,
    },
  });
  leftovers.later(() => end(child, () => child.kill('SIGTERM')));
  return {
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    cpuMs: () => processCpuMs(child.pid ?? 0),
  };
}
