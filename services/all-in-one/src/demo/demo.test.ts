/** @only-in-all Starts servers of its own. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import { startConstellation } from '../constellation.suite.js';
import type { Constellation } from '../constellation.suite.js';
import { createDemo } from './demo.js';
import type { Demo, DemoOpening } from './demo.js';
import type { Reach } from './demo-password.js';
import { readDemoRecord, writeDemoRecord } from './demo-record.js';

const EMAIL = 'demo@example.com';
const LOCAL = { host: '127.0.0.1', publicBaseUrl: 'http://localhost:8080' };
const OPEN = { host: '0.0.0.0', publicBaseUrl: 'http://localhost:8080' };

let dataDir: string;
let demos: Demo[];
const warn = jest.fn();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
  demos = [];
  warn.mockClear();
});

afterEach(async () => {
  await Promise.all(demos.map((demo) => demo.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

function make(url: string, reach: Reach = LOCAL): Demo {
  const demo = createDemo({ baseUrl: url, dataDir, log: { warn }, isReached: false, ...reach });
  demos.push(demo);
  return demo;
}

/** One start of the demo, to its end. */
async function startOnce(url: string, reach: Reach = LOCAL): Promise<DemoOpening> {
  const demo = make(url, reach);
  await demo.start();
  const opening = await demo.opened;
  await demo.stop();
  return opening;
}

async function signIn(url: string, password: string): Promise<{ status: number; token: string }> {
  const answer = await httpCall(`${url}/api/auth/sign-in/email`, { body: { email: EMAIL, password } });
  return { status: answer.status, token: String(answer.headers['set-auth-token']) };
}

async function agentIds(url: string, password: string): Promise<string[]> {
  const { token } = await signIn(url, password);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await httpCall(`${url}/api/client/agents`, { headers });
  return (body as { agent_id: string }[]).map((agent) => agent.agent_id).sort();
}

function passwordOf(opening: DemoOpening): string {
  if (!('login' in opening)) throw new Error(opening.problem);
  expect(opening.login.email).toBe(EMAIL);
  return opening.login.password;
}

describe('the demo', () => {
  let product: Constellation;
  beforeEach(async () => {
    product = await startConstellation();
  });
  afterEach(() => product.stop());

  it('makes a user and two agents once, and finds them again', async () => {
    const password = passwordOf(await startOnce(product.url));
    const first = await agentIds(product.url, password);
    expect(first).toHaveLength(2);
    expect(passwordOf(await startOnce(product.url))).toBe(password);
    expect(await agentIds(product.url, password)).toEqual(first);
    expect(warn).not.toHaveBeenCalled();
  });

  it('keeps no secret of an agent, and its own record for its owner alone', async () => {
    await startOnce(product.url);
    expect(JSON.stringify(await readDemoRecord(dataDir))).not.toMatch(/svc_/);
    expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['demo.json']);
  });

  it('makes an agent anew that was deleted', async () => {
    const password = passwordOf(await startOnce(product.url));
    const [deleted, kept] = await agentIds(product.url, password);
    const { token } = await signIn(product.url, password);
    const headers = { authorization: `Bearer ${token}` };
    await httpCall(`${product.url}/api/client/agents/${deleted}`, { method: 'DELETE', headers });
    await startOnce(product.url);
    const again = await agentIds(product.url, password);
    expect(again).toHaveLength(2);
    expect(again).toContain(kept);
    expect(again).not.toContain(deleted);
  });

  it('has a password of its own where others may knock', async () => {
    const password = passwordOf(await startOnce(product.url, OPEN));
    expect(password).not.toBe('demo-demo');
    expect(passwordOf(await startOnce(product.url, OPEN))).toBe(password);
  });

  it('replaces the password that everybody knows as soon as others may knock', async () => {
    const known = passwordOf(await startOnce(product.url));
    const password = passwordOf(await startOnce(product.url, OPEN));
    expect(await signIn(product.url, known)).toMatchObject({ status: 401 });
    expect(await signIn(product.url, password)).toMatchObject({ status: 200 });
  });

  it('switches itself off when others reach a product that was meant for this machine alone', async () => {
    const demo = make(product.url);
    await demo.start();
    const known = passwordOf(await demo.opened);
    const { token } = await signIn(product.url, known);
    await demo.switchOff();
    await demo.switchOff();
    expect(await signIn(product.url, known)).toMatchObject({ status: 401 });
    const headers = { authorization: `Bearer ${token}` };
    expect(await httpCall(`${product.url}/api/client/agents`, { headers })).toMatchObject({ status: 401 });
    const password = passwordOf(await startOnce(product.url, { ...LOCAL, isReached: true }));
    expect(await agentIds(product.url, password)).toHaveLength(2);
  });

  it('leaves a password alone that was changed in the console, when it switches itself off', async () => {
    const demo = make(product.url);
    await demo.start();
    const { token } = await signIn(product.url, passwordOf(await demo.opened));
    await httpCall(`${product.url}/api/auth/change-password`, {
      body: { currentPassword: 'demo-demo', newPassword: 'their own password' },
      headers: { authorization: `Bearer ${token}` },
    });
    await demo.switchOff();
    expect(await signIn(product.url, 'their own password')).toMatchObject({ status: 200 });
  });

  it('replaces it also where an earlier start was cut off before it could', async () => {
    await startOnce(product.url);
    const record = await readDemoRecord(dataDir);
    if (record === null) throw new Error('There is no record');
    await writeDemoRecord(dataDir, { ...record, password: 'noted-but-not-set' });
    expect(passwordOf(await startOnce(product.url, OPEN))).toBe('noted-but-not-set');
  });

  it('takes an account over that was made but not noted', async () => {
    await startOnce(product.url);
    const record = await readDemoRecord(dataDir);
    if (record === null) throw new Error('There is no record');
    await writeDemoRecord(dataDir, { ...record, userId: null });
    expect(await startOnce(product.url)).toHaveProperty('login');
    expect(await readDemoRecord(dataDir)).toMatchObject({ userId: record.userId });
  });

  it("stays away from someone else's account of its address, and says so once", async () => {
    const body = { name: 'Someone', email: EMAIL, password: 'their own password' };
    await httpCall(`${product.url}/api/auth/sign-up/email`, { body });
    expect(await startOnce(product.url)).toEqual({ problem: expect.stringContaining(EMAIL) });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await readDemoRecord(dataDir)).toBeNull();
  });

  it('stays away when its password was changed in the console', async () => {
    const password = passwordOf(await startOnce(product.url));
    const { token } = await signIn(product.url, password);
    await httpCall(`${product.url}/api/auth/change-password`, {
      body: { currentPassword: password, newPassword: 'another password' },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await startOnce(product.url)).toEqual({ problem: expect.stringContaining('was changed') });
  });

  it('survives that the product is not there, and says so once', async () => {
    await product.stop();
    expect(await startOnce(product.url)).toHaveProperty('problem');
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('may be stopped before it was started, in the middle, and twice', async () => {
    const [unstarted, interrupted] = [make(product.url), make(product.url)];
    await unstarted.stop();
    await unstarted.start();
    expect(await unstarted.opened).toHaveProperty('problem');
    await interrupted.start();
    await interrupted.stop();
    await interrupted.stop();
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('the demo where accounts are closed', () => {
  let product: Constellation;
  beforeAll(async () => {
    product = await startConstellation({ SIGN_UP: 'closed' });
  });
  afterAll(() => product.stop());

  it('says what to do', async () => {
    expect(await startOnce(product.url)).toEqual({ problem: expect.stringContaining('SIGN_UP=open') });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await readDemoRecord(dataDir)).toBeNull();
  });
});
