import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as ownStore from '@svc/store';
import * as ownTestkit from '@svc/testkit';
import { eventually } from '@svc/testkit';
import { processOf, processRssBytes } from '../process-time.js';
import type { Leftovers } from '../run-bench.js';
import { openScratch } from '../scratch.js';
import { signIn } from './account.js';
import type { Attacked, ShapeName } from './attack.js';
import { Neighbour } from './neighbour.js';
import { DEMO_LOGIN, SHAPES } from './shapes.js';

/** One state of the product, built. */
export interface Checkout {
  /** The commit, with `+` if more has been changed. */
  name: string;
  testkit: Pick<typeof ownTestkit, 'Product'>;
  store: Pick<typeof ownStore, 'createScratchDatabase'>;
}

const OWN_ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

export function ownCheckout(): Checkout {
  return { name: commitOf(OWN_ROOT), testkit: ownTestkit, store: ownStore };
}

export async function checkoutAt(root: string): Promise<Checkout> {
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(root, `packages/${name}/dist/index.js`)).href);
  return {
    name: commitOf(root),
    testkit: (await load('testkit')) as typeof ownTestkit,
    store: (await load('store')) as typeof ownStore,
  };
}

/** Starts this state of the product, and ends it after the work. */
export async function whileItRuns(
  { testkit, store }: Checkout,
  shape: ShapeName,
  leftovers: Leftovers,
  work: (attacked: Attacked) => Promise<void>,
): Promise<void> {
  const { mode, settings } = SHAPES[shape];
  // A database of our own replaces the product's, so that it can be read.
  const scratch = await openScratch(leftovers, store);
  const database = mode === 'services' ? { DATABASE_URL: scratch.databaseUrl } : {};
  const product = await testkit.Product.prepare({ mode, settings: { ...settings, ...database } });
  let ending: Promise<void> | undefined;
  // Attacks may have filled its log with what a test would not let pass.
  const end = (): Promise<void> =>
    (ending ??= product
      .stop()
      .then(undefined, () => undefined)
      .then(() => product.remove()));
  leftovers.later(end);
  // On a machine that is busy otherwise, one start may take too long.
  await product.start().catch(() => product.start());
  if (mode === 'all-in-one')
    await eventually(
      () => signIn(product.url, DEMO_LOGIN),
      ({ status }) => status === 200,
      { what: 'the demo', waitMsMax: 60_000 },
    );
  const neighbour = await Neighbour.settle(product.url);
  try {
    await work({
      ...{ url: product.url, neighbour, sql: scratch.sql },
      memoryOf: memoryReader(scratch.databaseUrl),
    });
  } finally {
    neighbour.leave();
    await end();
  }
}

/** Processes of older versions tell nobody who they are, and a database is of one product alone. */
function memoryReader(databaseUrl: string): Attacked['memoryOf'] {
  const found = new Map<string, number>();
  return (kind) => {
    const pid = found.get(kind) ?? processOf(kind, { name: 'DATABASE_URL', value: databaseUrl });
    if (pid === undefined) throw new Error(`There is no process of the ${kind}`);
    found.set(kind, pid);
    return processRssBytes(pid);
  };
}

function commitOf(root: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
}
