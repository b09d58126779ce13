import { answerWith } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { personCall, say } from './person-call.js';

const bench = useBrowser();

describe('the deliveries of an agent', () => {
  it('say what comes here, and fill as events happen', async () => {
    const { page, agent } = await bench.withAgent({ at: '/deliveries' });
    await page.getByRole('heading', { name: 'No events yet' }).waitFor();
    await page.getByText('Not connected').waitFor();
    await page.getByRole('button', { name: 'Send test message' }).click();
    await row(page, /Message.*Waiting.*Waiting for the agent to connect or poll/).waitFor();
    const socket = await bench.connect(agent);
    await row(page, /Message.*Delivered.*Received over its connection/).waitFor();
    await page.getByText('Connected: events are pushed at once').waitFor();
    await (await bench.connect(agent)).close();
    const newest = await bench.connect(agent);
    await page.getByText('Connected 2 times: the newest connection gets every event').waitFor();
    await newest.close();
    await page.getByText('Connected: events are pushed at once').waitFor();
    await socket.userMessage('This is a test message from the console. No answer is needed.');
  });

  it('show every attempt with its answer, its reason and how long it took', async () => {
    const { page } = await bench.withWebhook(answerWith(500, 503, 200), { at: '/deliveries' });
    await page.getByRole('button', { name: 'Send test message' }).click();
    const event = row(page, /Message.*Delivered.*Received by webhook/);
    await event.click();
    await expectPoll(() => event.getAttribute('aria-expanded')).toBe('true');
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await attempts.nth(2).waitFor();
    await expectPoll(() => attempts.allInnerTexts()).toEqual([
      expect.stringMatching(/Answered 500\s+first attempt\s+\d+(\.\d+)? m?s\s+now/),
      expect.stringMatching(/Answered 503\s+retry 1, after an error\s+\d/),
      expect.stringMatching(/Answered 200\s+retry 2, after an error\s+\d/),
    ]);
    await page.getByRole('button', { name: 'Copy event id' }).waitFor();
    await event.click();
    await attempts.first().waitFor({ state: 'detached' });
  });

  it('say what they are about, and lead there', async () => {
    const { page, agent } = await bench.withAgent();
    await say(page, agent.agentId, 'Are **you** there?');
    const { id } = await agent.tasks.create({ schedule: '0 9 * * *', name: 'Morning mail' });
    await personCall(page, `/tasks/${id}/run`, { method: 'POST' });
    await page.goto(`/agents/${agent.agentId}/deliveries`);
    await row(page, /Task due.*Morning mail/).click();
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog', { name: 'Morning mail' }).waitFor();
    await page.goBack();
    await row(page, /Message.*Are you there\?/).click();
    const says = page.getByRole('region', { name: 'event as the agent gets it' });
    await expectPoll(() => says.innerText()).toContain('"text": "Are **you** there?"');
    await page.getByRole('link', { name: 'Message', exact: true }).press('Enter');
    const found = page.getByRole('region', { name: /up to the one that was found/ });
    await found.getByText('Are **you** there?').waitFor();
  });

  it('tell why an agent is in error, and lead out of it', async () => {
    const { page, agent, hook } = await bench.withWebhook(answerWith(500));
    for (let count = 0; count < 5; count += 1) await say(page, agent.agentId, `Number ${count}`);
    await page.goto(`/agents/${agent.agentId}/deliveries`);
    await page.getByText('5 webhook deliveries in a row failed').waitFor();
    await page.getByRole('main').getByText('Deliveries fail', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'a change of the settings' }).waitFor();
    await page.getByRole('button', { name: 'Test webhook' }).click();
    await page.getByText('The test failed.').waitFor();
    await page.getByText('It answered 500').waitFor();

    hook.answer = answerWith(200);
    const failed = row(page, /Failed.*Failed after/);
    await failed.first().click();
    await page.getByRole('button', { name: 'Try again now' }).click();
    await page.getByText('The event is on its way again.').waitFor();
    await row(page, /Delivered/).waitFor();
    await page.getByText('webhook deliveries in a row failed').waitFor({ state: 'detached' });
  });
});

/** The lines of the log whose text fits. */
function row(page: Page, text: RegExp) {
  return page.getByRole('main').locator('li > button[aria-expanded]').filter({ hasText: text });
}
