/**
 * Takes the documents' pictures of the console: `node scripts/pictures.mjs [http://localhost:8080]`, with this running:
 * `WEBHOOK_ALLOWED_NETWORKS=127.0.0.0/8 WEBHOOK_RETRY_DELAYS_MS=20,30,40 WEBHOOK_BREAKER_ATTEMPTS=24 DATA_DIR=.data/pictures npm start`.
 * Takes the browser of the tests.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { takeWriting } from './pictures/agents-at-work.mjs';
import { takeHostileContent } from './pictures/hostile-content.mjs';
import { sceneAgent } from './pictures/scene-agent.mjs';
import { repositoryRoot } from './preparation/processes.mjs';
import { findChromium } from './testing/chromium.mjs';

const base = process.argv[2] ?? 'http://localhost:8080';
const password = readFileSync(join(process.env.DATA_DIR ?? '.data/pictures', 'demo-password'), 'utf8');
const folder = join(repositoryRoot(), 'docs/pictures');
const LAPTOP = { width: 1200, height: 760 };
/** As high as the page. */
const ACCOUNT = { width: 800, height: 2250 };
const DELIVERIES = { width: 800, height: 900 };
const FORM = { width: 800, height: 700 };
const PHONE = { width: 390, height: 760 };

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findChromium(process.env),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: LAPTOP });
  await page.goto(base);
  await page.getByLabel('E-mail').fill('demo@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /^Ada/ }).first().click();
  for (const word of ['report', 'decide']) await say(page, word);
  await take(page, 'chat');
  await takeForm(page);
  const album = { page, base, take: (name) => take(page, name) };
  await takeWriting(album);
  await takeHostileContent(album);
  await takeDeliveries(page);
  await page.setViewportSize(LAPTOP);
  await page.getByRole('navigation', { name: 'Agents' }).getByRole('link', { name: /^Ada/ }).click();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('link', { name: 'Deploy hook' }).click();
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByText('Completed').first().waitFor();
  await take(page, 'task');
  await page.goto(`${base}/account`);
  await page.getByRole('button', { name: 'Export my data' }).click();
  await page.getByRole('link', { name: 'Fetch the file' }).first().waitFor();
  await page.setViewportSize(ACCOUNT);
  await take(page, 'account');
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${base}/inbox`);
  await page.getByRole('button', { name: 'Approve' }).first().waitFor();
  await take(page, 'inbox');
} finally {
  await browser.close();
}

/** A request with a form, from an agent of its own. It is deleted afterwards. */
async function takeForm(page) {
  const agent = await sceneAgent(page, base, { name: 'Offers', kind: 'approval-only' });
  await agent.post('/decisions', {
    title: 'Send the offer to Ada?',
    answer_schema: {
      type: 'object',
      properties: {
        amount: { type: 'number', title: 'Amount in euros', minimum: 1, maximum: 5_000 },
        tone: { type: 'string', title: 'Tone', enum: ['formal', 'friendly'] },
        valid_until: { type: 'string', title: 'Valid until', format: 'date' },
        terms: { type: 'boolean', title: 'Attach our terms' },
      },
      required: ['amount', 'tone'],
    },
    proposed: { amount: 1_200, tone: 'friendly', terms: true },
  });
  await page.setViewportSize(FORM);
  await page.goto(`${base}/agents/${agent.agentId}`);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await take(page, 'form');
  await agent.remove();
  await page.setViewportSize(LAPTOP);
}

/** An agent of its own whose webhook fails until deliveries are held back, and events that are sent again. It is deleted afterwards. */
async function takeDeliveries(page) {
  let status = 500;
  const hook = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end());
  });
  await new Promise((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const headers = { origin: new URL(base).origin };
  const call = async (path, data) => {
    const url = `${base}/api/client/agents${path}`;
    const options = data === undefined ? { headers } : { headers, data };
    return (
      await (data === undefined ? page.request.get(url, options) : page.request.post(url, options))
    ).json();
  };
  const until = async (path, fits) => {
    for (let found = await call(path); !fits(found); found = await call(path)) await page.waitForTimeout(200);
  };
  const webhookUrl = `http://127.0.0.1:${hook.address().port}/events`;
  const { agent_id: agentId } = await call('', {
    ...{ agent_name: 'Warehouse', kind: 'interactive', webhook_url: webhookUrl },
  });
  const own = `/${agentId}`;
  const fail = async (count) => {
    for (let sent = 0; sent < count; sent += 1)
      await call(`${own}/messages`, { text: 'How many are left of article 7?' });
    await until(`${own}/events?state=pending`, (pending) => pending.length === 0);
  };
  await fail(3);
  status = 200;
  const from = new Date(0).toISOString();
  await call(`${own}/replays`, { from, rate_per_second: 50 });
  await until(`${own}/replays`, ([replay]) => replay.state === 'finished');
  status = 500;
  while ((await call(own)).webhook_breaker === null) await fail(1);
  for (let sent = 0; sent < 7; sent += 1)
    await call(`${own}/messages`, { text: 'And how many of article 8?' });
  await call(`${own}/replays`, { from, rate_per_second: 5 });
  await until(`${own}/replays`, ([replay]) => replay.under_way > 2);
  await page.setViewportSize(DELIVERIES);
  await page.goto(`${base}/agents/${agentId}/deliveries`);
  await page.getByText('Under way', { exact: true }).waitFor();
  await take(page, 'deliveries');
  await page.request.delete(`${base}/api/client/agents${own}`, { headers });
  hook.close();
  await page.setViewportSize(LAPTOP);
}

/** Writes to Ada, who answers within a moment. */
async function say(page, word) {
  await send(page, word);
  await settled(page);
}

async function send(page, text) {
  await page.getByRole('textbox', { name: 'Message to Ada' }).fill(text);
  await page.keyboard.press('Enter');
}

async function take(page, name) {
  await settled(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Nothing moves any more: no call is under way, and every picture has come. */
async function settled(page) {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(1_000);
}
