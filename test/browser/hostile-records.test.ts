import { describe, it } from '@jest/globals';
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

async function expectHarmless(page: Page): Promise<void> {
  await expectPoll(() => page.evaluate(() => 'attacked' in window)).toBe(false);
  await expectPoll(() => page.locator('main img[src=x], main script, [role=dialog] script').count()).toBe(0);
}
