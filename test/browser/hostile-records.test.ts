import { describe, expect, it } from '@jest/globals';
import { WebhookReceiver } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();

const SCRIPT = '"><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';
const MARKDOWN = `${SCRIPT}\n\n[link](javascript:window.attacked=1)\n\n<svg onload="window.attacked=1"></svg>`;

describe('a script that comes as', () => {
  it('the name, instructions, summary or notes of a task', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent({ agent_name: SCRIPT });
    const { id } = await agent.tasks.createTriggered({ name: SCRIPT, prompt: SCRIPT });
    const runId = await agent.tasks.start(id);
    await agent.tasks.append(runId, SCRIPT);
    await page.goto(`/agents/${agent.agentId}/tasks`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /onerror/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /onerror/ }).waitFor();
    await page.getByRole('button', { name: /Running/ }).click();
    await page.getByRole('dialog').locator('pre', { hasText: 'onerror' }).waitFor();
    await agent.tasks.complete(runId, { status: 'completed', summary: MARKDOWN });
    await page.getByRole('dialog').getByText('Completed').waitFor();
    await page
      .getByRole('dialog')
      .getByText(/svg onload/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/onerror/)
      .waitFor();
    await expectHarmless(page);
  });

  it('the answer of a webhook', async () => {
    const receiver = await WebhookReceiver.open((_delivery, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end(SCRIPT),
    );
    try {
      const { page, createAgent } = await bench.signedIn();
      const agent = await createAgent({ webhook_url: `${receiver.url}?${encodeURIComponent(SCRIPT)}` });
      await personCall(page, `/agents/${agent.agentId}/messages`, { data: { text: MARKDOWN } });
      await page.goto(`/agents/${agent.agentId}/deliveries`);
      await page.getByRole('button', { name: 'Test the webhook' }).click();
      const answer = page.getByRole('region', { name: 'What it answered' });
      await expectPoll(() => answer.innerText()).toBe(SCRIPT);
      await page.getByRole('button', { name: /Failed/ }).click();
      await page.getByRole('list', { name: 'Attempts' }).getByText('Answered 500').first().waitFor();
      await page.goto(`/agents/${agent.agentId}/settings`);
      await page.getByRole('button', { name: 'Send a test' }).click();
      await expectPoll(() => answer.innerText()).toBe(SCRIPT);
      await expectHarmless(page);
    } finally {
      await receiver.close();
    }
  });

  it('a request for a decision, its action, its pattern or its note', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent({ agent_name: SCRIPT });
    const body = { title: SCRIPT, description: MARKDOWN, action: SCRIPT, suggested_pattern: `${SCRIPT}*` };
    await agent.call('/api/agent/decisions', { body });
    await page.goto('/inbox');
    const card = page.getByRole('article', { name: /onerror/ });
    await card.getByText('Always allow requests like this one').click();
    await card.getByText(/The agent suggests .*onerror/).waitFor();
    await card.getByLabel('Pattern').fill(`${SCRIPT}*`);
    await card.getByText(/Covers 1 of the 1/).waitFor();
    await card.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('textbox', { name: 'Note for the agent' }).fill(SCRIPT);
    await card.getByRole('button', { name: 'Approve always' }).click();
    await page.getByText(/From now on .*onerror/).waitFor();
    await page.getByRole('button', { name: 'Allow all of it, always' }).click();
    await page.getByText(/Approved: .*onerror/).waitFor();
    await page.getByRole('tab', { name: 'Answered' }).click();
    await card.getByText(/^“.*onerror/).waitFor();
    await expectPoll(() => page.locator('a[href^=javascript]').count()).toBe(0);
    await page.goto(`/agents/${agent.agentId}/settings`);
    await page.getByRole('button', { name: /Revoke.*onerror/ }).waitFor();
    await expectHarmless(page);
  });
});

describe('what nobody would see', () => {
  it('is drawn in whatever is approved, allowed or recorded', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent({ agent_name: 'Mail\u200Bbox' });
    const actions = [
      { action: `bank.pay:30 EUR${' '.repeat(400)}000`, drawn: 'bank.pay:30 EUR[400 spaces]000' },
      { action: `shell.run:ls${'\n'.repeat(200)}; reboot`, drawn: 'shell.run:ls[200 line ends]\n; reboot' },
      { action: 'shell.run:cat <<X\n  a\nX', drawn: 'shell.run:cat <<X↵\n··a\nX' },
    ];
    const title = 'Delete \u202Efdp.ecioviA\u202C?';
    for (const { action } of actions)
      await agent.call('/api/agent/decisions', {
        body: { title, action, description: 'a\u2066b `c\u{E0041}d`' },
      });
    const { id } = await agent.tasks.createTriggered({ name: title, prompt: 'Read\u200B it' });
    await page.goto('/inbox');
    const cards = page.getByRole('article', { name: 'Delete [U+202E]fdp.ecioviA[U+202C]?' });
    await expectPoll(() => cards.locator('header + p + div + code').allInnerTexts()).toEqual(
      actions.map(({ drawn }) => drawn).reverse(),
    );
    await expectPoll(() => cards.first().locator('h3 bdi').count()).toBe(1);
    await cards.first().getByText('a[U+2066]b c[U+E0041]d').waitFor();
    await cards.first().getByRole('link', { name: 'Mail[U+200B]box' }).waitFor();
    await cards.last().getByText('Always allow requests like this one').click();
    await cards.last().getByRole('button', { name: 'Approve always' }).click();
    await page.getByText('Approved: Delete [U+202E]fdp').waitFor();
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Delete [U+202E]fdp.ecioviA[U+202C]?' }).waitFor();
    await page.getByText('Read[U+200B] it').waitFor();
    await expectPoll(() => page.title()).toBe('Delete [U+202E]fdp.ecioviA[U+202C]? · Agents');
    await page.goto(`/agents/${agent.agentId}/settings`);
    await page.getByRole('button', { name: 'Revoke bank.pay:30 EUR[400 spaces]000' }).waitFor();
    await page.goto('/account');
    await page
      .getByRole('list', { name: 'Activity' })
      .getByText('bank.pay:30 EUR[400 spaces]000')
      .first()
      .waitFor();
  });

  it('is drawn beside a form that the agent has filled in', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent({ agent_name: SCRIPT });
    const answer_schema = { type: 'object', properties: { to: { type: 'string', description: 'Whom' } } };
    const body = { title: 'Send it?', answer_schema, proposed: { to: 'ada@\u202Emoc.live' } };
    expect((await agent.call('/api/agent/decisions', { body })).status).toBe(201);
    await page.goto('/inbox');
    await page.getByText('It says: ada@[U+202E]moc.live').waitFor();
  });
});

async function expectHarmless(page: Page): Promise<void> {
  await expectPoll(() => page.evaluate(() => 'attacked' in window)).toBe(false);
  await expectPoll(() => page.locator('main img[src=x], main script, [role=dialog] script').count()).toBe(0);
}
