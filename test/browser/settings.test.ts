import { answerWith } from '@svc/testkit';
import type { WebhookAnswer } from '@svc/testkit';
import { CLIPBOARD, useBrowser } from './browser-bench.js';
import { copied } from './clipboard.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();

describe('the settings of an agent', () => {
  it('rename it everywhere, and test a webhook before it is saved', async () => {
    const { page, agent } = await bench.withAgent({ at: '/settings' });
    const name = page.getByRole('textbox', { name: 'Name' });
    await expectPoll(() => name.inputValue()).toBe('Mailbox');
    await name.fill('  Post office  ');
    await name.press('Enter');
    await page.getByText('The name is saved.').waitFor();
    await page.getByRole('navigation', { name: 'Agents' }).getByText('Post office').waitFor();
    await page.getByRole('main').getByText('Post office', { exact: true }).waitFor();
    const read = () => personCall(page, `/agents/${agent.agentId}`);
    await expectPoll(read).toMatchObject({ agent_name: 'Post office', webhook_url: null });

    const good = await bench.receiver(answerWith(204));
    const refuse: WebhookAnswer = (_delivery, response) => response.writeHead(503).end('closed for today');
    const angry = await bench.receiver(refuse);
    const url = page.getByRole('textbox', { name: 'Webhook URL' });
    const test = page.getByRole('button', { name: 'Test webhook' });

    await url.fill(angry.url);
    await test.click();
    await page.getByText('The test failed.').waitFor();
    await page.getByText('It answered 503').waitFor();
    await page.getByRole('region', { name: 'What it answered' }).getByText('closed for today').waitFor();
    await url.fill(good.url);
    // What is shown belongs to the address that stands there.
    await expectPoll(() => page.getByText('The test failed.').count()).toBe(0);
    await test.click();
    await page.getByText('The webhook works.').waitFor();
    await page.getByText('It answered 204').waitFor();
    await expectPoll(read).toMatchObject({ webhook_url: null });

    await page.getByRole('button', { name: 'Save webhook' }).click();
    await page.getByText('The webhook is saved.').waitFor();
    // They would go by themselves, but are told apart from the next one this way.
    await page.getByRole('button', { name: 'Dismiss' }).last().click();
    await page.getByText('The webhook is saved.').waitFor({ state: 'detached' });
    await page.getByText('Push triggers to the webhook').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await expectPoll(read).toMatchObject({ webhook_url: good.url, push_triggers_to_webhook: true });
  });

  it('replace the secret, which is shown once, while the old one goes on as long as was said', async () => {
    const { page } = await bench.withAgent({ ...CLIPBOARD, at: '/settings' });
    await page.getByRole('button', { name: /The old secret expires/ }).click();
    await page.getByRole('option', { name: 'After 5 minutes' }).click();
    await page.getByText('Until then both secrets work.').waitFor();
    await page.getByRole('button', { name: 'Create new secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'The new secret' });
    await dialog.getByText(/The old secret works until/).waitFor();
    const secret = await copied(page, 'Copy secret');
    expect(secret).toMatch(/^svc_[0-9a-f]{40}$/);
    // It does not go away by accident.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectPoll(() => page.content()).not.toContain(secret);
  });

  it('make a signing secret, which is shown once, replace and remove it, by keyboard as well', async () => {
    const at = { ...CLIPBOARD, at: '/settings' };
    const { page, agent, hook } = await bench.withWebhook(answerWith(204), at);
    const section = page.getByRole('region', { name: 'Signing secret' });
    await section.getByText('The agent’s secret signs the deliveries.').waitFor();
    await section.getByRole('button', { name: 'Create signing secret' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'The new signing secret' });
    await dialog.getByText('Copy the signing secret now.').waitFor();
    const secret = await copied(page, 'Copy signing secret');
    expect(secret).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have saved it' }).press('Enter');
    await section.getByText(/A separate secret signs the deliveries. Until .* the old one/).waitFor();
    await page.getByRole('button', { name: 'Test webhook' }).click();
    await page.getByText('The webhook works.').waitFor();
    const [test] = await hook.deliveries.atLeast(1);
    expect(test?.headers).toHaveProperty('x-svc-signature-previous');

    await section.getByRole('button', { name: /The old secret signs as well/ }).click();
    await page.getByRole('option', { name: 'No longer' }).click();
    await section.getByRole('button', { name: 'Create new signing secret' }).click();
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await section.getByText('A separate secret signs the deliveries.', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Remove signing secret' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await section.getByText('The agent’s secret signs the deliveries.', { exact: true }).waitFor();
    await expectPoll(() => personCall(page, `/agents/${agent.agentId}`)).toMatchObject({
      own_signing_secret: false,
    });
  });

  it('delete it after one question, and lead back to the others', async () => {
    bench.expectInConsole(/404/);
    const { page, agent, createAgent } = await bench.withAgent();
    await createAgent({ agent_name: 'Other' });
    const socket = await bench.connect(agent);
    await page.goto(`/agents/${agent.agentId}/settings`);
    await page.getByRole('button', { name: 'Delete this agent' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Mailbox?' });
    await question.getByRole('button', { name: 'Delete agent' }).click();
    await page.getByText('Mailbox is deleted.').waitFor();
    await expectPoll(() => new URL(page.url()).pathname).toBe('/');
    const agents = page.getByRole('navigation', { name: 'Agents' });
    await agents.getByText('Other').waitFor();
    await agents.getByText('Mailbox').waitFor({ state: 'detached' });
    await socket.closed();
    await page.goBack();
    await page.getByText('Page not found').waitFor();
  });
});
