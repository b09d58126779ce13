import { jest } from '@jest/globals';
import { AgentClient, newEmail, WebhookReceiver } from '@svc/testkit';
import type { AgentSocket, NewAgent, WebhookAnswer } from '@svc/testkit';
import { chromium } from 'playwright-core';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  FileChooser,
  Locator,
  Page,
} from 'playwright-core';
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
/** The machine's own network changed, as it does when a container starts beside the tests. */
const NETWORK_CHANGED = /net::ERR_NETWORK_CHANGED/;
/** A page gives up a socket that it needs no more, and one that is not open in 10 s, as on a busy machine. */
const SOCKET_GIVEN_UP = /WebSocket is closed before the connection is established/;
jest.setTimeout(TEST_MS_MAX);

export interface Visitor {
  page: Page;
  email: string;
  /** Makes an agent of this person, through the API. */
  createAgent(agent?: NewAgent): Promise<AgentClient>;
  /** The same person in another browser. */
  again(options?: BrowserContextOptions): Promise<Page>;
}

interface WithAgent extends BrowserContextOptions {
  agent?: NewAgent;
  at?: string;
}

/**
 * A browser for the tests of one file. After each test nothing may have gone wrong in any page: no error in
 * the console, no exception, no dialog, and nothing that the content security policy had to stop.
 */
export function useBrowser() {
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
    const patterns = [...expected.splice(0), SOCKET_GIVEN_UP, NETWORK_CHANGED];
    const unexpected = seen.filter((line) => !patterns.some((pattern) => pattern.test(line)));
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

  /** A page of a browser of its own, without cookies. */
  async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await newPage(options);
    await page.goto(path);
    return page;
  }

  /** A page of a browser of its own, in which someone new is signed in. */
  async function signedIn(options?: BrowserContextOptions): Promise<Visitor> {
    const page = await newPage(options);
    const email = newEmail();
    const login = { email, password: PASSWORD };
    const data = { name: 'Ada', ...login };
    expect((await page.request.post('/api/auth/sign-up/email', { data })).status()).toBe(200);
    const again = async (others?: BrowserContextOptions) => {
      const other = await newPage(others);
      expect((await other.request.post('/api/auth/sign-in/email', { data: login })).status()).toBe(200);
      return other;
    };
    return { page, email, createAgent: (agent) => createAgent(page, agent), again };
  }

  /** Someone new with an agent, at a page of the agent if `at` names one: '' for its first. */
  async function withAgent({ agent: made, at, ...options }: WithAgent = {}) {
    const visitor = await signedIn(options);
    const agent = await visitor.createAgent(made);
    if (at !== undefined) await visitor.page.goto(`/agents/${agent.agentId}${at}`);
    return { ...visitor, agent };
  }

  /** A webhook, closed after the test. */
  async function receiver(answer: WebhookAnswer): Promise<WebhookReceiver> {
    const opened = await WebhookReceiver.open(answer);
    closers.push(() => opened.close());
    return opened;
  }

  /** Someone new with an agent whose webhook answers like this. */
  async function withWebhook(answer: WebhookAnswer, options?: WithAgent) {
    const hook = await receiver(answer);
    return { ...(await withAgent({ ...options, agent: { webhook_url: hook.url } })), hook };
  }

  /** An authenticated socket of the agent, closed after the test. */
  async function connect(agent: AgentClient): Promise<AgentSocket> {
    const socket = await agent.connect();
    closers.push(() => socket.terminate());
    return socket;
  }

  /** Someone new at the chat with an agent that listens. */
  async function atChat(options?: WithAgent) {
    const { page, agent } = await withAgent({ ...options, at: '' });
    const socket = await connect(agent);
    await messageBox(page).waitFor();
    return { page, agent, socket };
  }

  /** Lines of the browser's console that a test expects, such as a refused request. */
  const expectInConsole = (pattern: RegExp) => void expected.push(pattern);

  return { open, signedIn, withAgent, withWebhook, receiver, connect, atChat, expectInConsole };
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

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Until something has the focus. */
export function untilFocused(target: Locator): Promise<void> {
  return target.and(target.page().locator(':focus')).waitFor();
}

/** Goes there by the keyboard, by no more stops than any page has between two things. */
export async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; !(await isFocused()); stops += 1) {
    if (stops === 60) throw new Error(`The keyboard does not reach ${String(target)}`);
    await target.page().keyboard.press(key);
  }
}

/** Fills in fields by their labels. */
export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
}

/** Chooses from the menu of a button. */
export async function choose(page: Page, button: string, action: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Attaches files to a message that is being written. */
export async function addFiles(page: Page, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await choosing).setFiles(files);
}

/** Opens the form of a new task, and fills in what every task has. */
export async function openTaskForm(page: Page, task: { name: string; prompt: string }) {
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(task.name);
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill(task.prompt);
  return dialog;
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
