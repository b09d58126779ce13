import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@svc/runtime';
import { eventually, httpCall, Product } from '@svc/testkit';
import type { ProductMode } from '@svc/testkit';
import { MeasuredProcess, profilingOptions } from './processes.js';
import type { Leftovers } from './run-bench.js';
import { openBackends } from './scratch.js';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
/** On a machine that is busy otherwise a service takes long to start. */
const READY_MS_MAX = 120_000;

/** Above what any measurement does. */
const [LIMITED, CALLS] = [['AGENT', 'USER', 'AUTH', 'TRIGGER', 'TRIGGER_ADDRESS'], '10000000'];
export const NO_RATE_LIMITS = Object.fromEntries(
  LIMITED.map((name) => [`RATE_LIMIT_${name}_PER_MINUTE`, CALLS]),
);

/** Where the parts of a product answer. */
export interface ProductUrls {
  gatewayUrl: string;
  hubUrl: string;
  intakeUrl: string;
}

/** The built product as `npm start` or `npm run services` runs it. */
export async function startProduct(mode: ProductMode, leftovers: Leftovers): Promise<ProductUrls> {
  const product = await Product.prepare({ mode, settings: NO_RATE_LIMITS });
  leftovers.later(() => product.remove());
  leftovers.later(() => product.stop());
  await product.start();
  return { gatewayUrl: product.url, hubUrl: product.url, intakeUrl: product.url };
}

/** Services that are talked to directly, as behind an edge proxy that costs nothing. */
export async function startServices(leftovers: Leftovers): Promise<ProductUrls> {
  const backends = await openBackends(leftovers);
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const start = async (name: string): Promise<string> => {
    const port = await freePort();
    const settings = { ...backends.settings, ...NO_RATE_LIMITS, DATA_DIR: dataDir, PORT: String(port) };
    startService(name, settings, leftovers);
    const url = `http://127.0.0.1:${port}`;
    const ready = () => httpCall(`${url}/health/ready`).catch(() => ({ status: 0 }));
    const options = { what: `the ${name} to be ready`, waitMsMax: READY_MS_MAX };
    await eventually(ready, ({ status }) => status === 200, options);
    return url;
  };
  return {
    hubUrl: await start('websocket-hub'),
    gatewayUrl: await start('gateway'),
    intakeUrl: await start('trigger-intake'),
  };
}

/** Starts one service of the built product as its own process. */
export function startService(name: string, settings: Record<string, string>, leftovers: Leftovers) {
  const child = spawn(process.execPath, [...profilingOptions(), `dist/bin/${name}.mjs`], {
    cwd: REPOSITORY,
    stdio: 'inherit',
    detached: true,
    env: { PATH: process.env['PATH'], PORT: '0', ...settings },
  });
  return new MeasuredProcess(child, leftovers, () => child.kill('SIGTERM'));
}
