import { httpCall } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { baseUrl, expectFits, messagesWith, openTaskForm, PHONE, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();

describe('tasks in the console', () => {
  it('are made by the clock, with the next times in the zone, or for once on one’s own clock or at once', async () => {
    bench.expectInConsole(/422/);
    const { page, agent } = await bench.withAgent({ timezoneId: 'America/New_York', at: '/tasks' });
    const socket = await bench.connect(agent);
    await page.getByRole('heading', { name: 'No tasks yet' }).waitFor();
    const dialog = await openTaskForm(page, { name: 'Morning mail', prompt: 'Read the mail.' });
    const expression = dialog.getByRole('textbox', { name: 'Cron expression' });
    await expression.fill('30 7 * * 1-5');
    await dialog.getByText('At 07:30, Monday through Friday.').waitFor();
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Kolkata');
    const times = dialog.getByRole('listitem');
    const fitting = times.filter({ hasText: /07:30.*(GMT\+5:30|IST)/ });
    await fitting.nth(4).waitFor();
    await expectPoll(() => times.count()).toBe(5);
    const onWeekend = async () => (await times.allInnerTexts()).filter((time) => /Sat|Sun/.test(time));
    await expectPoll(onWeekend).toEqual([]);

    await expression.fill('61 * * * *');
    const refusal = dialog.getByText(/minute/i);
    await refusal.first().waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-invalid=true]') !== null);
    await expression.fill('0 9 * * *');
    await dialog.getByText('At 09:00.').waitFor();
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Morning mail' }).waitFor();
    await page.getByText('At 09:00, Asia/Kolkata').waitFor();
    const task = { name: 'Morning mail', schedule: '0 9 * * *', timezone: 'Asia/Kolkata', enabled: true };
    await expectPoll(() => tasksOf(page, agent.agentId)).toMatchObject([task]);

    await page.getByRole('link', { name: 'All tasks' }).click();
    await openTaskForm(page, { name: 'Later', prompt: 'Do it then.' });
    await dialog.getByText('Once', { exact: true }).click();
    await dialog.getByLabel('At (your time)').fill('2031-07-04T09:30');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('heading', { name: 'Later' }).waitFor();
    const once = { schedule: 'once', run_at: '2031-07-04T13:30:00.000Z' };
    await expectPoll(() => tasksOf(page, agent.agentId)).toMatchObject([task, once]);

    await page.getByRole('link', { name: 'All tasks' }).click();
    await openTaskForm(page, { name: 'Now', prompt: 'Do it.' });
    await dialog.getByText('Once', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    const now = (await tasksOf(page, agent.agentId)).find(({ name }) => name === 'Now');
    expect((await socket.taskDue(now?.id ?? '')).task_prompt).toBe('Do it.');
  });

  it('keep at an edit what is not touched, as a time that a clock shows twice', async () => {
    const { page, agent } = await bench.withAgent({ timezoneId: 'Europe/Berlin' });
    const once = { name: 'Later', schedule: 'once', run_at: '2027-10-31T01:30:15.250Z', enabled: false };
    const { id } = await agent.tasks.create(once);
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    await page.getByText('Enabled', { exact: true }).waitFor();
    await page.getByRole('switch', { name: 'Later is on' }).press('Space');
    await page.getByText('Sun, 31 Oct 2027, 01:30 UTC', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sooner');
    const saving = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await saving).postDataJSON()).toEqual({ name: 'Sooner' });
    await page.getByRole('heading', { name: 'Sooner' }).waitFor();
    await expectPoll(() => agent.tasks.read(id)).toMatchObject({ run_at: once.run_at });
  });

  it('keep what is typed into a form while everything around it is read again', async () => {
    bench.expectInConsole(/WebSocket|ERR_INTERNET_DISCONNECTED|Failed to load/);
    const { page, agent } = await bench.withAgent({ at: '/tasks' });
    const dialog = await openTaskForm(page, { name: 'Half a', prompt: 'Half a' });
    await page.context().setOffline(true);
    await page.getByText('Reconnecting').waitFor();
    const tasksAgain = page.waitForResponse(/\/tasks$/);
    await page.context().setOffline(false);
    await page.getByText('Reconnecting').waitFor({ state: 'detached' });
    await tasksAgain;
    await agent.tasks.create({ name: 'By another', schedule: '0 9 * * *' });
    await page.getByText('By another', { exact: true }).waitFor();
    await expectPoll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half a');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Half a task');
    // Escape asks first, and "Keep editing" keeps it.
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).press('Enter');
    await expectPoll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half a task');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('heading', { name: 'Half a task' }).waitFor();
    // The newest is the first of the list.
    await page.getByRole('link', { name: 'All tasks' }).click();
    const names = page.getByRole('main').getByRole('listitem').getByRole('link');
    await expectPoll(() => names.allInnerTexts()).toEqual(['Half a task', 'By another']);
    // Who discards says so.
    await openTaskForm(page, { name: 'Half a', prompt: 'Half a' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectPoll(() => names.count()).toBe(2);
  });

  it('run now, and show how each run goes and has gone', async () => {
    const { page, agent } = await bench.withAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ name: 'Morning mail', schedule: '0 9 * * *' });
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    const { run_id: runId } = await socket.taskDue(id);
    const runs = page.getByRole('region', { name: 'Runs' });
    await runs.getByRole('button', { name: /Running.*Not finished/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Morning mail' });
    await agent.tasks.append(runId, 'Twelve new mails');
    await dialog.getByText('Twelve new mails').waitFor();
    await agent.send({ text: 'Six are **read**', task_run_id: runId });
    const message = dialog.getByRole('link', { name: 'Six are read' });
    await message.waitFor();
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Read **12** mails' });
    await dialog.getByText('Completed').waitFor();
    await expectPoll(() => dialog.locator('strong').innerText()).toBe('12');
    await expectPoll(() => new URL(page.url()).search).toBe(`?run=${runId}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await runs.getByRole('button', { name: /Completed.*Read 12 mails/ }).waitFor();

    const failing = await agent.tasks.start(id);
    await agent.tasks.complete(failing, { status: 'failed', summary: 'No connection' });
    await runs.getByRole('button', { name: /Failed.*No connection/ }).waitFor();
    await page.getByRole('img', { name: /The last 2 runs: 1 completed, 1 failed/ }).waitFor();
    await page.getByRole('link', { name: 'All tasks' }).click();
    await page.getByRole('img', { name: /The last 2 runs/ }).waitFor();
    await page.getByRole('main').getByText('Failed', { exact: true }).waitFor();
    // What was sent in a run leads to where it stands, also from there.
    await page.goto(`/agents/${agent.agentId}/tasks/${id}?run=${runId}`);
    for (const isFromChat of [false, true]) {
      if (isFromChat) await page.getByRole('button', { name: /Morning mail.*Completed/ }).click();
      await message.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('listitem').filter({ hasText: 'Six are read' }).first().waitFor();
    }
  });
});

function tasksOf(page: Page, agentId: string): Promise<{ id: string; name: string }[]> {
  return personCall(page, `/agents/${agentId}/tasks`);
}

const SECRET = 'the secret of a repository';

describe('the sender of a trigger', () => {
  it('is set, changed and removed, and says what was refused', async () => {
    const { page, agent } = await bench.withAgent();
    const task = await agent.tasks.createTriggered({ name: 'New issue' });
    await page.goto(`/agents/${agent.agentId}/tasks/${task.id}`);
    await page.getByRole('button', { name: 'Set a sender' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a sender' });
    // To choose something is an edit, so Escape asks first.
    for (const [from, to] of [
      ['GitHub', 'Stripe'],
      ['Stripe', 'GitHub'],
    ] as const) {
      await dialog.getByRole('button', { name: from }).click();
      await page.getByRole('option', { name: to }).click();
      await page.getByRole('option').first().waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep editing' }).click();
    }
    await dialog.getByText('In the repository’s settings').waitFor();
    const save = dialog.getByRole('button', { name: 'Set sender' });
    await dialog.getByRole('textbox', { name: 'Secret', exact: true }).fill('short');
    await expectPoll(() => save.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Secret', exact: true }).fill(SECRET);
    await save.click();
    const panel = page.getByRole('main');
    await panel.getByText('Any other call is refused.').waitFor();
    await panel.getByText('No call was refused.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expectPoll(() => page.getByText('Test call').count()).toBe(0);

    const headers = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
    await httpCall(`${baseUrl}/webhook/${task.trigger_id}`, { body: {}, headers });
    await panel.getByText(/calls? (was|were) refused, the last/).waitFor();
    await panel.getByText('its signature or secret was wrong').waitFor();

    await page.getByRole('button', { name: 'Change sender' }).click();
    const change = page.getByRole('dialog', { name: 'Change the sender' });
    await change.getByRole('textbox', { name: 'Secret', exact: true }).fill('the next secret');
    await change.getByRole('button', { name: 'Change sender' }).click();
    await panel.getByText('the old secret is accepted as well').waitFor();
    await change.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Remove sender' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByRole('button', { name: 'Remove' }).click();
    await panel.getByText('Anyone with the URL can call it.').waitFor();
    await confirm.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Test call' }).waitFor();
  });
});

async function say(agent: AgentClient, runId: string, body: object): Promise<void> {
  const answer = await agent.call(`/api/agent/tasks/runs/${runId}/progress`, { body });
  expect(answer.status).toBe(200);
}

/** A chat with a run that says how far it is. */
async function openChat(page: Page, agent: AgentClient): Promise<{ taskId: string; runId: string }> {
  await agent.send({ text: 'I begin.' });
  const { taskId, runId } = await agent.tasks.startNew({ name: 'Weekly report' });
  await say(agent, runId, { percent: 20, text: '1 of 5 pages' });
  await page.goto(`/agents/${agent.agentId}`);
  return { taskId, runId };
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
    const dialog = page.getByRole('dialog', { name: 'Edit task' });
    const field = (name: string) => dialog.getByRole('textbox', { name });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await field('Time limit, in seconds').fill('4');
    await field('Retries').fill('3');
    await field('First delay, in seconds').fill('90');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectPoll(() => field('Time limit, in seconds').getAttribute('aria-invalid')).toBe('true');
    await field('Time limit, in seconds').fill('600');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('3, the first after 1 min 30 s').waitFor();
    const limits = { timeout_seconds: 600, retry: { max: 3, backoff_seconds: 90 } };
    await expectPoll(() => agent.tasks.read(id)).toMatchObject({ ...kept, ...limits });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expectPoll(() => field('Retries').inputValue()).toBe('3');
    await field('Retries').fill('');
    await field('Time limit, in seconds').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectPoll(async () => Object.keys(await agent.tasks.read(id))).not.toContain('retry');
    await expectPoll(async () => Object.keys(await agent.tasks.read(id))).not.toContain('timeout_seconds');
  });
});
