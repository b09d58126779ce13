import { AgentClient, httpCall } from '@svc/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../page-load.js';
import { bearer, signUp } from './account.js';
import type { Attack } from './attack.js';

const PICTURES = 750;
const TABLE = { columns: 4_000, rows: 5_000 };
/** How long the page has to make the calls that it would make. */
const WATCH_MS = 10_000;
/** A page that takes longer than this is a page that hangs. */
const USABLE_WITHIN_MS = 60_000;

export const PAGE_ATTACKS: readonly Attack[] = [
  {
    name: `${PICTURES} pictures in an agent’s message that lead to the API`,
    shape: 'usual',
    measures: [{ what: 'calls of the API by the browser of whoever reads it', unit: 'calls', max: 0 }],
    async run({ url }) {
      const picture = (index: number): string => `![](/media/../api/client/agents?${index})`;
      const text = Array.from({ length: PICTURES }, (_, index) => picture(index)).join(' ');
      return await inChat(url, text, async ({ page, open }) => {
        let calls = 0;
        page.on('request', (request) => {
          if (/\/api\/client\/agents\?\d+$/.test(request.url())) calls += 1;
        });
        await open();
        await page.waitForTimeout(WATCH_MS);
        return calls;
      });
    },
  },
  {
    name: `a table of ${TABLE.columns} columns and ${TABLE.rows} rows in an agent’s message`,
    shape: 'usual',
    measures: [{ what: 'until the chat can be written in', unit: 'ms', max: 3_000 }],
    async run({ url }) {
      const head = `${'|a'.repeat(TABLE.columns)}\n${'|-'.repeat(TABLE.columns)}\n`;
      return await inChat(url, head + 'x\n'.repeat(TABLE.rows), async ({ page, open }) => {
        const startedMs = performance.now();
        const draft = page.locator('textarea').first();
        const written = open().then(() => draft.fill('Hello', { timeout: USABLE_WITHIN_MS }));
        await written.catch(() => undefined);
        return performance.now() - startedMs;
      });
    },
  },
];

/** Lets somebody new read this message of an agent of theirs. */
async function inChat(
  url: string,
  text: string,
  measure: (chat: { page: Page; open: () => Promise<unknown> }) => Promise<number>,
): Promise<readonly number[]> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    const agent = await signedUp(context, url);
    await agent.send({ text });
    const page = await context.newPage();
    const open = (): Promise<unknown> => page.goto(`${url}/agents/${agent.agentId}`, { waitUntil: 'commit' });
    return [await measure({ page, open })];
  } finally {
    await browser.close();
  }
}

async function signedUp(context: BrowserContext, url: string): Promise<AgentClient> {
  const { token, ...data } = await signUp(url);
  const answer = await context.request.post(`${url}/api/auth/sign-in/email`, { data });
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}`);
  const body = { agent_name: 'Mallory', kind: 'interactive' };
  const made = await httpCall(`${url}/api/client/agents`, { body, headers: bearer(token) });
  const { agent_id: agentId, secret } = made.body as { agent_id: string; secret: string };
  return new AgentClient(url, { agentId, secret });
}
