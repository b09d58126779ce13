import { jest } from '@jest/globals';
import { endProducts, Product } from '@svc/testkit';
import fc from 'fast-check';
import { Flow } from '../faults/flow.js';
import { isWhole, newCast } from './cast.js';
import type { Cast } from './cast.js';
import { attackByHttp } from './http-attack.js';
import { httpPlans } from './http-plans.js';
import { attackBySocket } from './socket-attack.js';
import { socketPlans } from './socket-plans.js';

const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 600);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

const ATTACKERS = { http: 10, socket: 3 };
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
  const neighbour = { socketAgents: 1, webhookAgents: 0, intervalMs: 50, webhookAnswerMs: 0 };
  const flow = await Flow.open(product.url, neighbour);
  const plans = { http: httpPlans(), socket: socketPlans() };
  let attackers = 0;
  /** Makes plans in turn until the time is over, and rejects with the first that goes wrong. The same seed makes the same plans. */
  async function attack<T>(plan: fc.Arbitrary<T>, make: (plan: T, cast: Cast) => Promise<boolean | void>) {
    const options = { seed: SEED * 1_000 + (attackers += 1), numRuns: Infinity, endOnFailure: true };
    let cast = await newCast(product.url);
    const property = fc.asyncProperty(plan, async (each) => {
      const mayBeLost = (await make(each, cast)) === true;
      if (mayBeLost && !(await isWhole(cast))) cast = await newCast(product.url);
    });
    const run = await fc.check(property, { ...options, interruptAfterTimeLimit: SECONDS * 1_000 });
    if (run.failed) throw run.errorInstance as Error;
  }

  const { url } = product;
  const byHttp = () => attack(plans.http, (plan, cast) => attackByHttp(url, plan, cast));
  const bySocket = () => attack(plans.socket, (plan, cast) => attackBySocket(url, plan, cast));
  const tally = await flow.through(1, async () => {
    const attacks = [
      ...Array.from({ length: ATTACKERS.http }, byHttp),
      ...Array.from({ length: ATTACKERS.socket }, bySocket),
    ];
    const ends = await Promise.allSettled(attacks);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
  await flow.close();
  expect([tally.unanswered, flow.sessions]).toEqual([0, 1]);
});
