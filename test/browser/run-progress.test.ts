import { describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { expectFits, messagesWith, PHONE, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

async function say(agent: AgentClient, runId: string, body: object): Promise<void> {
  const answer = await agent.call(`/api/agent/tasks/runs/${runId}/progress`, { body });
  expect(answer.status).toBe(200);
}

/** A chat with a run that says how far it is. */
async function openChat(page: Page, agent: AgentClient): Promise<{ taskId: string; runId: string }> {
  await agent.send({ text: 'I begin.' });
  const task = await agent.tasks.create({ schedule: '0 9 1 1 *', name: 'Weekly report' });
  const runId = await agent.tasks.start(task.id);
  await say(agent, runId, { percent: 20, text: '1 of 5 pages' });
  await page.goto(`/agents/${agent.agentId}`);
  return { taskId: task.id, runId };
}

const inProgress = (page: Page) => page.getByRole('list', { name: 'Runs in progress' });

describe('a run that says how far it is', () => {
  it('moves in the chat and in the list of runs, and its bubble takes its place when it ends', async () => {
    const { page, agent } = await bench.withAgent();
    const { taskId, runId } = await openChat(page, agent);
    const bubble = inProgress(page).getByRole('listitem');
    await bubble.getByText('1 of 5 pages').waitFor();
    await bubble.getByText('Weekly report').waitFor();
    await say(agent, runId, { percent: 60, text: '3 of 5 pages' });
    await bubble.getByText('3 of 5 pages').waitFor();
    await expectPoll(() => bubble.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('60');
    await expectPoll(() => bubble.count()).toBe(1);

    await page.goto(`/agents/${agent.agentId}/tasks/${taskId}`);
    await page.getByText('60%: 3 of 5 pages').waitFor();
    await say(agent, runId, { text: 'Nearly there' });
    await page.getByText('Nearly there').waitFor();

    await page.goto(`/agents/${agent.agentId}`);
    await bubble.getByText('Nearly there').waitFor();
    await expectPoll(() => bubble.getByRole('progressbar').count()).toBe(0);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'The report is written.' });
    await messagesWith(page).getByText('The report is written.').waitFor();
    await inProgress(page).waitFor({ state: 'detached' });
  });

  it('is opened and cancelled from its bubble by keyboard, on a phone’s screen', async () => {
    const { page, agent } = await bench.withAgent(PHONE);
    const { runId } = await openChat(page, agent);
    const bubble = inProgress(page).getByRole('listitem');
    await bubble.getByText('1 of 5 pages').waitFor();
    await expectFits(page);

    await bubble.getByRole('button', { name: /Weekly report/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Weekly report' });
    await dialog.getByText('1 of 5 pages').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await bubble.getByRole('button', { name: 'Cancel run' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Cancel this run?' });
    await question.getByRole('button', { name: 'Cancel run' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await messagesWith(page).getByText('The run was cancelled.').waitFor();
    await inProgress(page).waitFor({ state: 'detached' });
    expect(await agent.tasks.run(runId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('the time and the retries of runs', () => {
  it('are set, refused at their fields, shown and taken away in the dialog of the task', async () => {
    bench.expectInConsole(/422/);
    const { page, agent } = await bench.withAgent();
    const kept = { schedule: '0 9 1 1 *', timezone: 'Europe/Paris', name: 'Weekly report' };
    const { id } = await agent.tasks.create(kept);
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Change the task' });
    const field = (name: string) => dialog.getByRole('textbox', { name });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await field('Time of a run, in seconds').fill('4');
    await field('Retries').fill('3');
    await field('First wait, in seconds').fill('90');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectPoll(() => field('Time of a run, in seconds').getAttribute('aria-invalid')).toBe('true');
    await field('Time of a run, in seconds').fill('600');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('3, the first after 1 min 30 s').waitFor();
    await expectPoll(() => agent.tasks.read(id)).toMatchObject({
      ...{ ...kept, timeout_seconds: 600, retry: { max: 3, backoff_seconds: 90 } },
    });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expectPoll(() => field('Retries').inputValue()).toBe('3');
    await field('Retries').fill('');
    await field('Time of a run, in seconds').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectPoll(async () => Object.keys(await agent.tasks.read(id))).not.toContain('retry');
    await expectPoll(async () => Object.keys(await agent.tasks.read(id))).not.toContain('timeout_seconds');
  });
});
