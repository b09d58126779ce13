import { sleep } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { createDemo } from './demo/demo.js';
import type { Demo, DemoOpening } from './demo/demo.js';
import type { AllInOneConfig } from './env.js';

/** How long the banner waits for the demo, whose first start makes a user, two agents and their tasks, in milliseconds. */
const OPENING_MS_MAX = 3_000;

/** The demo as a client of this process's own public interface, or `null` if it is off. */
export function embeddedDemo(
  config: AllInOneConfig,
  {
    address,
    isReached,
    logger,
  }: { address: { host: string; port: number }; isReached: boolean; logger: Logger },
): Demo | null {
  if (!config.demo) return null;
  return createDemo({
    baseUrl: `http://${connectableHost(address.host)}:${address.port}`,
    host: config.listen.host,
    publicBaseUrl: config.listen.publicBaseUrl,
    isReached,
    dataDir: config.dataDir,
    log: logger.child({ part: 'demo' }),
  });
}

/** Starts the demo and returns how it came up, if that is known in time. The product already accepts calls, so only the banner waits. */
export async function openingOf(demo: Demo | null): Promise<DemoOpening | null> {
  if (demo === null) return null;
  await demo.start();
  const waited = new AbortController();
  const late = sleep(OPENING_MS_MAX, waited.signal).then(() => ({ problem: 'It is still on its way.' }));
  const opening = await Promise.race([demo.opened, late]);
  waited.abort();
  return opening;
}

/** One may listen on an address that stands for all of the machine's, but not connect to it. */
function connectableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
