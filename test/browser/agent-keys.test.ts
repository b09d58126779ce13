import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useBrowser } from './browser-bench.js';
import { copied } from './clipboard.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

async function settingsOf(page: Page, agentId: string): Promise<void> {
  await page.goto(`/agents/${agentId}/settings`);
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
}

describe('the keys of an agent', () => {
  it('are made by keyboard alone, and shown once', async () => {
    const { page, createAgent } = await bench.signedIn(CLIPBOARD);
    const agent = await createAgent();
    await settingsOf(page, agent.agentId);
    await page.getByText('None. The secret opens everything.').waitFor();
    const opener = page.getByRole('button', { name: 'New key' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New key' });
    await form.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Mail server');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    const messages = form.getByRole('checkbox', { name: /^Messages/ });
    await expectPoll(() => messages.isChecked()).toBe(true);
    const submit = form.getByRole('button', { name: 'Make key' });
    await submit.focus();
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'The new key' });
    await shown.getByText('Copy the key now.').waitFor();
    const secret = await copied(page, 'Copy key');
    expect(secret).toMatch(/^svc_key_[0-9a-f]{32}_[0-9a-f]{40}$/);
    // It does not go away by accident.
    await page.keyboard.press('Escape');
    const kept = shown.getByRole('button', { name: 'I have kept it' });
    await kept.focus();
    await page.keyboard.press('Enter');
    await shown.waitFor({ state: 'detached' });
    await expectPoll(() => page.content()).not.toContain(secret);
    await expectPoll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    const key = page.getByRole('list', { name: 'Active keys' }).getByRole('listitem');
    await key.getByText('Mail server').waitFor();
    await key.getByText('Messages', { exact: true }).waitFor();
    await key.getByText(/Never used · ends/).waitFor();
    const client = agent.withSecret(secret);
    expect((await client.post({ text: 'By key' })).status).toBe(200);
    expect((await client.call('/api/agent/tasks')).status).toBe(403);
    // A key's use is written down beside the call, and tells no page.
    const uses = () => personCall<{ last_used_at: string | null }[]>(page, `/agents/${agent.agentId}/keys`);
    await expectPoll(uses).not.toMatchObject([{ last_used_at: null }]);
    await page.reload();
    await key.getByText(/Last used/).waitFor();
  });

  it('ask for a name and for what they may, and forget what was not sent', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent({ kind: 'approval-only' });
    await settingsOf(page, agent.agentId);
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New key' });
    const submit = form.getByRole('button', { name: 'Make key' });
    await expectPoll(() => form.getByRole('checkbox').count()).toBe(3);
    await expectPoll(() => submit.isDisabled()).toBe(true);
    await form.getByRole('textbox', { name: 'Name' }).fill('Gate');
    await expectPoll(() => submit.isDisabled()).toBe(true);
    await form.getByText('Decisions:').click();
    await expectPoll(() => submit.isDisabled()).toBe(false);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New key' }).click();
    await expectPoll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
    await expectPoll(() => submit.isDisabled()).toBe(true);
    await expectPoll(() => personCall(page, `/agents/${agent.agentId}/keys`)).toEqual([]);
  });

  it.each([
    ['on a laptop', {}],
    ['on a phone', PHONE],
  ])('are revoked after one question, which ends their sockets, %s', async (_where, options) => {
    const { page, createAgent } = await bench.signedIn(options);
    const agent = await createAgent();
    const data = { name: 'Mail server', scopes: ['events'] };
    const { secret } = await personCall<{ secret: string }>(page, `/agents/${agent.agentId}/keys`, { data });
    await settingsOf(page, agent.agentId);
    const active = page.getByRole('list', { name: 'Active keys' });
    await active.getByText('Mail server').waitFor();
    const socket = await bench.connect(agent.withSecret(secret));
    // Without a reload.
    await active.getByText('Connected').waitFor();
    await active.getByRole('button', { name: 'Revoke Mail server' }).click();
    const question = page.getByRole('alertdialog', { name: 'Revoke Mail server?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await active.getByRole('button', { name: 'Revoke Mail server' }).click();
    await question.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('The key “Mail server” opens nothing any more.').waitFor();
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    await page.getByText('None. The secret opens everything.').waitFor();
    await page.getByText('Keys that have ended (1)').click();
    const ended = page.getByRole('list', { name: 'Keys that have ended' });
    await ended.getByText('Revoked', { exact: true }).waitFor();
  });

  it('say that there are too many of them', async () => {
    bench.expectInConsole(/409/);
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent();
    const data = { name: 'One', scopes: ['read'] };
    for (let count = 0; count < 20; count += 1)
      await personCall(page, `/agents/${agent.agentId}/keys`, { data });
    await settingsOf(page, agent.agentId);
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New key' });
    await form.getByRole('textbox', { name: 'Name' }).fill('One more');
    await form.getByText('Reading:').click();
    await form.getByRole('button', { name: 'Make key' }).click();
    await form.getByText('An agent has at most 20 keys').waitFor();
  });
});
