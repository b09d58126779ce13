import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import { baseUrl, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();
const SECRET = 'the secret of a repository';

describe('the sender of a trigger', () => {
  it('is set, changed and removed, and says what was refused', async () => {
    const { page, agent } = await bench.withAgent();
    const task = await agent.tasks.createTriggered({ name: 'New issue' });
    const call = async (secret: string, body = '{}'): Promise<number> => {
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      const headers = { 'x-hub-signature-256': signature };
      return (await httpCall(`${baseUrl}/webhook/${task.trigger_id}`, { body, headers })).status;
    };
    await page.goto(`/agents/${agent.agentId}/tasks/${task.id}`);
    await page.getByRole('button', { name: 'Set a sender' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a sender' });
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
    await expectPoll(() => page.getByText('Send a test').count()).toBe(0);

    expect(await call('another secret')).toBe(401);
    await panel.getByText(/calls? (was|were) refused, the last/).waitFor();
    await panel.getByText('its signature or secret was wrong').waitFor();
    expect(await call(SECRET)).toBe(200);

    await page.getByRole('button', { name: 'Change sender' }).click();
    const change = page.getByRole('dialog', { name: 'Change the sender' });
    await change.getByRole('textbox', { name: 'Secret', exact: true }).fill('the next secret');
    await change.getByRole('button', { name: 'Change sender' }).click();
    await panel.getByText('the former secret proves as well').waitFor();
    await change.waitFor({ state: 'detached' });
    expect(await call('the next secret', '{"n":1}')).toBe(200);
    expect(await call(SECRET, '{"n":2}')).toBe(200);

    await page.getByRole('button', { name: 'Remove sender' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByRole('button', { name: 'Remove' }).click();
    await panel.getByText('Whoever knows the URL may call it.').waitFor();
    await confirm.waitFor({ state: 'detached' });
    expect(await call('nobody knows', '{"n":3}')).toBe(200);
    await page.getByRole('textbox', { name: 'Send a test' }).waitFor();
  });

  it('asks for the header, where that is the proof', async () => {
    const { page, agent } = await bench.withAgent();
    const task = await agent.tasks.createTriggered();
    await page.goto(`/agents/${agent.agentId}/tasks/${task.id}`);
    await page.getByRole('button', { name: 'Set a sender' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a sender' });
    await dialog
      .getByRole('button', { name: /Sender/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'A header with a secret' }).click();
    await dialog.getByRole('textbox', { name: 'Header', exact: true }).fill('X-Api-Token');
    await dialog.getByRole('textbox', { name: 'Secret', exact: true }).fill(SECRET);
    await dialog.getByRole('button', { name: 'Set sender' }).click();
    await page.getByRole('main').getByText('x-api-token').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const headers = { 'x-api-token': SECRET };
    const url = `${baseUrl}/webhook/${task.trigger_id}`;
    expect((await httpCall(url, { body: '{}', headers })).status).toBe(200);
    expect((await httpCall(url, { body: '{"n":1}' })).status).toBe(401);
  });
});
