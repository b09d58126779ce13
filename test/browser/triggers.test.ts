/** @journey A task that others call. */
import { baseUrl, CLIPBOARD, openTaskForm, useBrowser } from './browser-bench.js';
import { copied } from './clipboard.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

describe('a task with a trigger', () => {
  it('is made with a URL, a curl command and a test that says what became of it, and gets a new URL', async () => {
    const { page, agent } = await bench.withAgent({ ...CLIPBOARD, at: '/tasks' });
    const dialog = await openTaskForm(page, { name: 'Invoice arrived', prompt: 'Check it.' });
    await dialog.getByText('On a trigger').click();
    await dialog.getByText('The task gets a secret URL').waitFor();
    await dialog.getByRole('button', { name: 'Create task' }).click();
    // Its page opens, with the URL.
    await page.getByText('The agent is offline and has no webhook.').waitFor();
    const url = await copied(page, 'Copy trigger URL');
    expect(url).toMatch(new RegExp(`^${baseUrl}/webhook/[0-9a-zA-Z_-]+$`));
    await page.getByText('add a new Idempotency-Key header').waitFor();
    const curl = page.getByRole('region', { name: 'curl command' });
    await expectPoll(() => curl.innerText()).toContain(`curl -X POST ${url}`);

    const send = page.getByRole('button', { name: 'Send', exact: true });
    const payload = page.getByRole('textbox', { name: 'Test call' });
    await send.click();
    await page.getByText('The run starts when the agent connects or polls.').waitFor();
    await send.click();
    await page.getByText('Duplicate: this JSON has started a run').waitFor();
    const state = page.getByRole('banner').or(page.getByRole('main')).getByRole('status');
    await agent.call('/api/agent/tasks/due');
    await page.getByText('The agent polls. Each trigger waits for its next poll.').waitFor();
    await state.getByText(/^Polled \d+ s ago$/).waitFor();
    const socket = await bench.connect(agent);
    await page.getByText('The agent is online and gets each trigger at once.').waitFor();
    await payload.fill('{"invoice": 4711, "total": 1.50}');
    await send.click();
    await page.getByText('A run was created and sent to the agent.').waitFor();
    const triggers = () => socket.events.filter(({ type }) => type === 'task_trigger');
    await expectPoll(() => triggers().at(-1)?.['payload']).toEqual({ invoice: 4711, total: 1.5 });
    const runs = page.getByRole('region', { name: 'Runs' }).getByRole('listitem');
    await expectPoll(() => runs.count()).toBe(2);
    // A run shows what it was called with, to the digit.
    await runs.first().getByRole('button').press('Enter');
    const shown = page.getByRole('region', { name: 'payload' });
    await expectPoll(() => shown.innerText()).toContain('"invoice": 4711,\n  "total": 1.50\n');
    await page.keyboard.press('Escape');

    await page.getByRole('region', { name: 'Runs' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText('A new run was created.').waitFor();
    const twice = [1, 2].map(() => ({ invoice: 4711, total: 1.5 }));
    await expectPoll(() => triggers().map((event) => event['payload'])).toEqual(twice);
    await page.keyboard.press('Escape');

    for (const text of ['[1, 2]', '"text"', '{']) {
      await payload.fill(text);
      await page.getByText('This is not a JSON object.').waitFor();
      await expectPoll(() => send.isDisabled()).toBe(true);
    }

    await page.getByRole('button', { name: 'Replace URL' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace URL' }).click();
    await page.getByText('The task has a new URL.').waitFor();
    await expectPoll(() => curl.innerText()).not.toContain(url);
  });
});
