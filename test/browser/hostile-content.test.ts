import { describe, expect, it } from '@jest/globals';
import { tinyPng } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { baseUrl, messageBox, messagesWith, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

/** Each would set a mark or call a stranger if it ran. */
const ATTACKS = [
  '<script>window.attacked = 1</script>',
  '<img src=x onerror="window.attacked = 1">',
  '<svg onload="window.attacked = 1"></svg>',
  '<iframe srcdoc="<script>parent.attacked = 1</script>"></iframe>',
  '[click](javascript:window.attacked=1)',
  '[click](data:text/html,<script>window.attacked=1</script>)',
  '![picture](http://127.0.0.1:9/seen.png)',
  '<a href="javascript:window.attacked=1">click</a>',
  '<style>* { display: none }</style>',
  '<form action="http://127.0.0.1:9/"><input name="password"></form>',
];

describe('what others wrote', () => {
  it('does nothing as a message, a report or a name', async () => {
    const { page, createAgent } = await bench.signedIn();
    const foreign = watchForeignRequests(page);
    const script = '<img src=x onerror="window.attacked=1">';
    const agent = await createAgent({ agent_name: script });
    const socket = await bench.connect(agent);
    await page.goto(`/agents/${agent.agentId}`);
    await page.getByText('Say hello').waitFor();
    const opened = await socket.ask({ text: 'first' });
    const { conversation_id } = opened as { conversation_id: string };
    for (const text of ATTACKS) await socket.ask({ conversation_id, text });
    await socket.ask({
      conversation_id,
      text: ATTACKS.join('\n\n'),
      report_title: script,
      report_description: script,
    });
    await agent.call('/api/agent/decisions', {
      body: { title: script, description: ATTACKS.join('\n\n'), action: script },
    });
    const task = await agent.call('/api/agent/tasks', {
      body: { name: script, prompt: script, schedule: 'event' },
    });
    const taskId = (task.body as { id: string }).id;
    const run = await agent.call(`/api/agent/tasks/${taskId}/run/start`, { method: 'POST' });
    const runId = (run.body as { run_id: string }).run_id;
    await agent.call(`/api/agent/tasks/runs/${runId}/complete`, {
      body: { status: 'completed', summary: ATTACKS.join('\n\n') },
    });

    await page
      .getByRole('button', { name: /onerror/ })
      .filter({ hasText: 'Completed' })
      .click();
    await page.getByRole('dialog').getByText('Summary').waitFor();
    await page.keyboard.press('Escape');
    await messagesWith(page, script)
      .getByRole('button', { name: /onerror/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    for (const path of [
      '/',
      '/inbox',
      `/agents/${agent.agentId}/tasks`,
      `/agents/${agent.agentId}/deliveries`,
      `/agents/${agent.agentId}/settings`,
    ]) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
    }
    await expectPoll(() => page.evaluate(() => 'attacked' in window)).toBe(false);
    expect(foreign).toEqual([]);
  });

  it('is shown as the text that it is, and links lead only where links may', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent();
    await page.goto(`/agents/${agent.agentId}`);
    await agent.send({
      text: 'A List<String> and <b>bold</b>\n\n[good](https://example.com/) [bad](javascript:alert(1))',
    });
    const messages = messagesWith(page);
    await messages.getByText('A List<String> and <b>bold</b>').waitFor();
    const good = messages.getByRole('link', { name: 'good' });
    await expectPoll(() => good.getAttribute('rel')).toContain('noopener');
    await expectPoll(() => good.getAttribute('target')).toBe('_blank');
    await expectPoll(() => messages.locator('a[href^="javascript"]').count()).toBe(0);
  });

  it('does nothing as the name of a file', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent();
    await page.goto(`/agents/${agent.agentId}`);
    await messageBox(page).waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).click();
    const name = '"><img src=x onerror=window.attacked=1>.png';
    await (
      await choosing
    ).setFiles([
      { name, mimeType: 'image/png', buffer: tinyPng() },
      { name: `${name}.html`, mimeType: 'text/html', buffer: Buffer.from('<script>') },
    ]);
    for (const shown of [name, `${name}.html`])
      await page.getByRole('button', { name: `Remove ${shown}`, exact: true }).waitFor();
    await expectPoll(() => page.evaluate(() => 'attacked' in window)).toBe(false);
  });

  it('could run nothing even if it came into the page', async () => {
    bench.expectInConsole(/requires 'Trusted/);
    const { page } = await bench.signedIn();
    await page.goto('/');
    await page.getByRole('main').waitFor();
    await expectPoll(() => injectionsInto(page)).toEqual(['refused', 'refused', 'refused', 'refused']);
    await expectPoll(() => page.evaluate(() => 'attacked' in window)).toBe(false);
  });
});

/** Tries to bring markup that runs into a page, and says what became of each. */
function injectionsInto(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attempts = [
      () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.attacked = 1">'),
      () => document.createElement('a').setAttribute('onclick', 'window.attacked = 1'),
      () => void (document.createElement('iframe').srcdoc = '<script>parent.attacked = 1</script>'),
      () => void (document.createElement('script').text = 'window.attacked = 1'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch {
        return 'refused';
      }
    });
  });
}

/** Addresses outside the product that the page has asked for. */
function watchForeignRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== baseUrl)
      foreign.push(request.url());
  });
  return foreign;
}
