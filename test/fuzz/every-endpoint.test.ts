import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { document } from '@svc/http-contract';
import type { OpenApiDocument } from '@svc/http-contract';
import { endProducts, httpCall, Product } from '@svc/testkit';
import fc from 'fast-check';
import type { Cast } from './cast.js';
import { isWhole, newCast } from './cast.js';
import { Neighbour } from '../faults/neighbour.js';
import { FuzzBook } from './fuzz-book.js';
import { HttpAttacker } from './http-attacker.js';
import { httpPlans } from './http-plans.js';
import { SocketAttacker } from './socket-attacker.js';
import { socketPlans } from './socket-plans.js';

const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 600);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

const HTTP_ATTACKERS = 10;
const SOCKET_ATTACKERS = 3;
/** Plans that are made together. */
const PLANS_AT_ONCE = 40;
const START_MS_MAX = 120_000;
/** For starts, the last calls and the end of the product, in milliseconds. */
const BEYOND_MS_MAX = 180_000;
jest.setTimeout(SECONDS * 1_000 + BEYOND_MS_MAX);

/** Attackers are to meet what is behind the limits. The limits have tests of their own. */
const LIMITED = ['AGENT', 'USER', 'AUTH', 'FAILED_CREDENTIALS', 'TRIGGER', 'TRIGGER_ADDRESS'];
const LIMITS = LIMITED.map((limited) => [`RATE_LIMIT_${limited}_PER_MINUTE`, '1000000']);
const SETTINGS = { WEBHOOK_TIMEOUT_MS: '1000', ...Object.fromEntries(LIMITS) };

let product: Product;

beforeAll(async () => {
  product = await Product.prepare({ mode: 'services', settings: SETTINGS });
  await product.start();
}, START_MS_MAX);

afterAll(async () => {
  if (product !== undefined) await endProducts([product]);
}, START_MS_MAX);

it('No endpoint answers 500 or in another shape than that of a refusal, and the neighbour notices nothing', async () => {
  const book = new FuzzBook();
  const neighbour = await Neighbour.begin(product.url);
  const victim = await newCast(product.url);
  const firstSeed = SEED * 1_000_000;
  const http = { of: httpPlans(await servedDocument()), seed: firstSeed };
  const sockets = { of: socketPlans(), seed: firstSeed + 500_000 };
  const untilMs = performance.now() + SECONDS * 1_000;
  const attackers = {
    http: new HttpAttacker({ baseUrl: product.url, book, victim }),
    socket: new SocketAttacker({ baseUrl: product.url, book, victim }),
  };
  /** Makes plans in turn. The same seed makes the same plans. */
  async function attack<T>(
    plans: { of: fc.Arbitrary<T>; seed: number },
    make: (plan: T, cast: Cast, name: string) => Promise<boolean | void>,
  ) {
    let cast = await newCast(product.url);
    while (performance.now() < untilMs) {
      const seed = (plans.seed += 1);
      for (const [index, plan] of fc.sample(plans.of, { seed, numRuns: PLANS_AT_ONCE }).entries()) {
        if (performance.now() > untilMs) return;
        const mayBeLost = (await make(plan, cast, `${seed}/${index}`)) === true;
        if (mayBeLost && !(await isWhole(cast))) cast = await newCast(product.url);
      }
      if (!(await isWhole(cast))) cast = await newCast(product.url);
    }
  }

  await Promise.all([
    ...Array.from({ length: HTTP_ATTACKERS }, () => attack(http, (...args) => attackers.http.make(...args))),
    ...Array.from({ length: SOCKET_ATTACKERS }, () =>
      attack(sockets, (...args) => attackers.socket.use(...args)),
    ),
  ]);
  const disconnects = [...neighbour.disconnects];
  await neighbour.stop();
  process.stdout.write(
    `\n${book.summary()}\nThe neighbour: ${neighbour.served} messages, ${Math.round(neighbour.longestWaitMs)} ms at most\n`,
  );
  expect(book.problems).toEqual([]);
  expect(await isWhole(victim)).toBe(true);
  expect(disconnects).toEqual([]);
});

/** As the product serves it; it must be the one that the answers are held against. */
async function servedDocument(): Promise<OpenApiDocument> {
  const served = (await httpCall(`${product.url}/openapi.json`)).body as OpenApiDocument;
  expect(served).toEqual(JSON.parse(JSON.stringify(document)));
  return served;
}
