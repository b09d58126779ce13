import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();

interface Task {
  id: string;
  name: string;
  schedule: string;
  timezone: string;
  run_at: string | null;
  enabled: boolean;
}

describe('tasks in the console', () => {
  it('are made by the clock: the expression explains itself, with its next times in the chosen zone', async () => {
    bench.expectInConsole(/422/);
    const { page, agent } = await bench.withAgent({ at: '/tasks' });
    await page.getByRole('heading', { name: 'No tasks yet' }).waitFor();
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Morning mail');
    await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Read the mail.');
    const expression = dialog.getByRole('textbox', { name: 'Cron expression' });
    await expression.fill('30 7 * * 1-5');
    await dialog.getByText('At 07:30, Monday through Friday.').waitFor();
    await chooseZone(page, 'Asia/Kolkata');
    const times = dialog.getByRole('listitem');
    await times
      .filter({ hasText: /07:30.*(GMT\+5:30|IST)/ })
      .nth(4)
      .waitFor();
    await expectPoll(() => times.count()).toBe(5);
    const onWeekend = async () => (await times.allInnerTexts()).filter((time) => /Sat|Sun/.test(time));
    await expectPoll(onWeekend).toEqual([]);

    await expression.fill('61 * * * *');
    await dialog
      .getByText(/minute/i)
      .first()
      .waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-invalid=true]') !== null);
    await expression.fill('0 9 * * *');
    await dialog.getByText('At 09:00.').waitFor();
    await dialog.getByRole('button', { name: 'Make task' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Morning mail' }).waitFor();
    await page.getByText('At 09:00, Asia/Kolkata').waitFor();
    await expectPoll(() => tasksOf(page, agent.agentId)).toMatchObject([
      { name: 'Morning mail', schedule: '0 9 * * *', timezone: 'Asia/Kolkata', enabled: true },
    ]);
  });

  it('keep what is typed into a form while everything around it is read again', async () => {
    bench.expectInConsole(/WebSocket|ERR_INTERNET_DISCONNECTED|Failed to load/);
    const { page, agent } = await bench.withAgent({ at: '/tasks' });
    const dialog = await openDialog(page, { name: 'Half a', prompt: 'Half a' });
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
    await dialog.getByRole('button', { name: 'Make task' }).click();
    await page.getByRole('link', { name: 'Half a task' }).waitFor();
  });

  it('are made for once, at a time on one’s own clock or right away', async () => {
    const { page, agent } = await bench.withAgent({ timezoneId: 'America/New_York', at: '/tasks' });
    const socket = await bench.connect(agent);
    const dialog = await openDialog(page, { name: 'Later', prompt: 'Do it then.' });
    await dialog.getByText('Once', { exact: true }).click();
    await dialog.getByLabel('At (your time)').fill('2031-07-04T09:30');
    await dialog.getByRole('button', { name: 'Make task' }).click();
    await page.getByRole('link', { name: 'Later' }).waitFor();
    await expectPoll(() => tasksOf(page, agent.agentId)).toMatchObject([
      { schedule: 'once', run_at: '2031-07-04T13:30:00.000Z' },
    ]);

    await openDialog(page, { name: 'Now', prompt: 'Do it.' });
    await dialog.getByText('Once', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Make task' }).click();
    await page.getByRole('link', { name: 'Now' }).waitFor();
    const now = (await tasksOf(page, agent.agentId)).find(({ name }) => name === 'Now');
    expect((await socket.taskDue(now?.id ?? '')).task_prompt).toBe('Do it.');
  });

  it('are turned off and on in the list', async () => {
    const { page, agent } = await bench.withAgent();
    await agent.tasks.create({ name: 'Morning mail', schedule: '0 9 * * *' });
    await page.goto(`/agents/${agent.agentId}/tasks`);
    const isOn = page.getByRole('switch', { name: 'Morning mail is on' });
    await page.locator('label').filter({ hasText: 'Morning mail is on' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    await expectPoll(() => tasksOf(page, agent.agentId)).toMatchObject([{ enabled: false }]);
    await isOn.focus();
    await page.keyboard.press('Space');
    await page.getByText('Off', { exact: true }).waitFor({ state: 'detached' });
    await expectPoll(() => tasksOf(page, agent.agentId)).toMatchObject([{ enabled: true }]);
  });

  it('run now, and show how each run goes and has gone', async () => {
    const { page, agent } = await bench.withAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ name: 'Morning mail', schedule: '0 9 * * *' });
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    await page.getByRole('heading', { name: 'It has not run yet' }).waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    const { run_id: runId } = await socket.taskDue(id);
    const runs = page.getByRole('region', { name: 'Runs' });
    await runs.getByRole('button', { name: /Running.*Not finished/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Morning mail' });
    await agent.tasks.append(runId, 'Twelve new mails');
    await dialog.getByText('Twelve new mails').waitFor();
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Read **12** mails' });
    await dialog.getByText('Completed').waitFor();
    await expectPoll(() => dialog.locator('strong').innerText()).toBe('12');
    await expectPoll(() => new URL(page.url()).search).toBe(`?run=${runId}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await runs.getByRole('button', { name: /Completed.*Read .*12.* mails/ }).waitFor();

    const failing = await agent.tasks.start(id);
    await agent.tasks.complete(failing, { status: 'failed', summary: 'No connection' });
    await runs.getByRole('button', { name: /Failed.*No connection/ }).waitFor();
    await page.getByRole('img', { name: /The last 2 runs: 1 completed, 1 failed/ }).waitFor();
    await page.getByRole('link', { name: 'All tasks' }).click();
    await page.getByRole('img', { name: /The last 2 runs/ }).waitFor();
    await page.getByRole('main').getByText('Failed', { exact: true }).waitFor();
  });

  it('are deleted after one question', async () => {
    bench.expectInConsole(/404/);
    const { page, agent } = await bench.withAgent();
    const { id } = await agent.tasks.create({ name: 'Morning mail', schedule: '0 9 * * *' });
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Morning mail?' });
    await question.getByRole('button', { name: 'Delete task' }).click();
    await page.getByText('Morning mail is deleted.').waitFor();
    await page.getByRole('heading', { name: 'No tasks yet' }).waitFor();
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    await page.getByText('There is nothing here').waitFor();
  });
});

async function openDialog(page: Page, task: { name: string; prompt: string }) {
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(task.name);
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill(task.prompt);
  return dialog;
}

async function chooseZone(page: Page, zone: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Time zone' });
  await field.fill(zone);
  await page.getByRole('option', { name: zone }).click();
}

function tasksOf(page: Page, agentId: string): Promise<Task[]> {
  return personCall<Task[]>(page, `/agents/${agentId}/tasks`);
}
