import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import { AgentClient, WebhookReceiver } from '@svc/testkit';
import type { AgentSocket, NewAgent, WebhookAnswer } from '@svc/testkit';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expectPoll } from './expect-poll.js';
import { followRequests } from './page-settled.js';

/** Where the product of this run answers. */
export const baseUrl = setting(
  process.env['TEST_TIER'] === 'gate' ? 'SPEC_URL_services' : 'BROWSER_BASE_URL',
);

export const PASSWORD = 'correct horse battery';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

const PROGRAM = setting('TEST_CHROMIUM');
const PROGRAM_OPTIONS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps, and nobody who is asked for it.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Above the browser driver's own waits, so that these fail with what was waited for, in milliseconds. */
const TEST_MS_MAX = 180_000;
const WAIT_MS_MAX = 60_000;
/** The machine's own network changed, as it does when a container starts beside the tests. The product has no part in it but survives it. */
const NETWORK_CHANGED = /net::ERR_NETWORK_CHANGED/;
/** A page gives up a socket that is not open in 10 s, which happens on a busy machine, and one that it needs no more; it then connects again. */
const SOCKET_GIVEN_UP = /WebSocket is closed before the connection is established/;
jest.setTimeout(TEST_MS_MAX);

export interface Visitor {
  page: Page;
  email: string;
  /** Makes an agent of this person, through the API. */
  createAgent(agent?: NewAgent): Promise<AgentClient>;
}

export interface WithAgent extends BrowserContextOptions {
  agent?: NewAgent;
  at?: string;
}

export interface BrowserBench {
  /** A page of a browser of its own, without cookies. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** A page of a browser of its own, in which someone new is signed in. */
  signedIn(options?: BrowserContextOptions): Promise<Visitor>;
  /** Someone new with an agent, at a page of the agent if `at` names one: '' for its first. */
  withAgent(options?: WithAgent): Promise<Visitor & { agent: AgentClient }>;
  /** The same person in another browser. */
  again(visitor: Visitor, options?: BrowserContextOptions): Promise<Page>;
  /** An authenticated socket of the agent, closed after the test. */
  connect(agent: AgentClient): Promise<AgentSocket>;
  /** A webhook, closed after the test. */
  receiver(answer: WebhookAnswer): Promise<WebhookReceiver>;
  /** Lines of the browser's console that a test expects, such as a refused request. */
  expectInConsole(pattern: RegExp): void;
}

/**
 * A browser for the tests of one file. After each test nothing may have gone wrong in any page: no error in the console, no exception,
 * no dialog, and nothing that the content security policy had to stop.
 */
export function useBrowser(): BrowserBench {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const closers: (() => unknown)[] = [];
  const problems: string[] = [];
  const expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: PROGRAM, args: PROGRAM_OPTIONS });
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    for (const context of contexts.splice(0)) await context.close();
    const seen = problems.splice(0);
    const patterns = [...[...expected, SOCKET_GIVEN_UP, NETWORK_CHANGED]];
    const unexpected = seen.filter((line) => !patterns.some((pattern) => pattern.test(line)));
    expected.length = 0;
    expect(unexpected).toEqual([]);
  });
  afterAll(() => browser.close());

  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      baseURL: baseUrl,
      locale: 'en-GB',
      timezoneId: 'UTC',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(WAIT_MS_MAX);
    contexts.push(context);
    const page = await context.newPage();
    followRequests(page);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return page;
  }

  const bench: BrowserBench = {
    async open(path, options) {
      const page = await newPage(options);
      await page.goto(path);
      return page;
    },

    async signedIn(options) {
      const page = await newPage(options);
      const email = `${randomBytes(8).toString('hex')}@example.org`;
      const answer = await page.request.post('/api/auth/sign-up/email', {
        data: { name: 'Ada', email, password: PASSWORD },
      });
      expect(answer.status()).toBe(200);
      return { page, email, createAgent: (agent) => createAgent(page, agent) };
    },

    async withAgent({ agent: made, at, ...options } = {}) {
      const visitor = await bench.signedIn(options);
      const agent = await visitor.createAgent(made);
      if (at !== undefined) await visitor.page.goto(`/agents/${agent.agentId}${at}`);
      return { ...visitor, agent };
    },

    async again(visitor, options) {
      const page = await newPage(options);
      const data = { email: visitor.email, password: PASSWORD };
      expect((await page.request.post('/api/auth/sign-in/email', { data })).status()).toBe(200);
      return page;
    },

    async connect(agent) {
      const socket = await agent.connect();
      closers.push(() => socket.terminate());
      return socket;
    },

    async receiver(answer) {
      const receiver = await WebhookReceiver.open(answer);
      closers.push(() => receiver.close());
      return receiver;
    },

    expectInConsole: (pattern) => void expected.push(pattern),
  };
  return bench;
}

async function createAgent(page: Page, agent: NewAgent = {}): Promise<AgentClient> {
  const answer = await page.request.post('/api/client/agents', {
    data: { agent_name: 'Mailbox', kind: 'interactive', ...agent },
    headers: { origin: baseUrl },
  });
  expect(answer.status()).toBe(201);
  const created = (await answer.json()) as { agent_id: string; secret: string };
  return new AgentClient(baseUrl, { agentId: created.agent_id, secret: created.secret });
}

/** Waits until nothing of a page stands beyond the edge, also within the frame, which would cut it off. */
export function expectFits(page: Page): Promise<void> {
  const overflowPx = () =>
    page.evaluate(() => {
      const main = document.querySelector('main');
      const scroll = main?.firstElementChild?.querySelector(':scope [class*=scroll]') ?? main;
      const inner = scroll === null || scroll === undefined ? 0 : scroll.scrollWidth - scroll.clientWidth;
      return Math.max(inner, document.documentElement.scrollWidth - window.innerWidth);
    });
  return expectPoll(overflowPx).toBe(0);
}

/** Where a message to an agent is written. */
export function messageBox(page: Page, agentName = 'Mailbox') {
  return page.getByRole('textbox', { name: `Message to ${agentName}` });
}

/** Sends what a person types. */
export async function write(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press('Enter');
}

/** Whether a message is wholly to be seen. */
export function isInView(page: Page, text: string): Promise<boolean> {
  return messagesWith(page)
    .getByText(text, { exact: true })
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
}

/** The messages with an agent. */
export function messagesWith(page: Page, agentName = 'Mailbox') {
  return page.getByRole('region', { name: `Messages with ${agentName}` });
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: the suite runs as the jest project "browser"`);
  return value;
}
