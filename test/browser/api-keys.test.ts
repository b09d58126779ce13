import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import { baseUrl, useBrowser } from './browser-bench.js';
import { copied } from './clipboard.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

function agentsBy(secret: string) {
  return httpCall(`${baseUrl}/api/client/agents`, { headers: { authorization: `Bearer ${secret}` } });
}

describe('the API keys of a person', () => {
  it('are made by keyboard alone, shown once, and revoked', async () => {
    const { page } = await bench.signedIn(CLIPBOARD);
    await page.goto('/account');
    const opener = page.getByRole('button', { name: 'New key' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New key' });
    await form.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Nightly backup');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expectPoll(() => form.getByRole('checkbox', { name: /^Reading/ }).isChecked()).toBe(true);
    await form.getByRole('button', { name: 'Make key' }).focus();
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'The new key' });
    await shown.getByText('Copy the key now.').waitFor();
    const secret = await copied(page, 'Copy key');
    expect(secret).toMatch(/^svc_pat_[0-9a-f]{32}_[0-9a-f]{40}$/);
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'I have kept it' }).press('Enter');
    await shown.waitFor({ state: 'detached' });
    await expectPoll(() => page.content()).not.toContain(secret);
    await expectPoll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    const key = page.getByRole('list', { name: 'Active keys' }).getByRole('listitem');
    await key.getByText('Reading', { exact: true }).waitFor();
    await key.getByText(/Never used · ends/).waitFor();
    expect((await agentsBy(secret)).status).toBe(200);
    // The page reads the keys once when it loads, and a use is written a moment after it.
    const uses = () => personCall<{ last_used_at: string | null }[]>(page, '/account/keys');
    await expectPoll(uses).not.toMatchObject([{ last_used_at: null }]);
    await page.reload();
    await key.getByText(/Last used/).waitFor();
    await page.getByText('key Nightly backup · read').waitFor();
    await page.getByRole('button', { name: 'Revoke Nightly backup' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Keys that have ended (1)').click();
    const ended = page.getByRole('list', { name: 'Keys that have ended' }).getByRole('listitem');
    await ended.getByText('Revoked').waitFor();
    expect((await agentsBy(secret)).status).toBe(401);
  });

  it('always have an end, also on a phone', async () => {
    const { page } = await bench.signedIn(PHONE);
    await page.goto('/account');
    await page.getByRole('button', { name: 'New key' }).tap();
    const form = page.getByRole('dialog', { name: 'New key' });
    await form.getByRole('button', { name: /It ends/ }).tap();
    await page.getByRole('option', { name: 'After a year' }).waitFor();
    await expectPoll(() => page.getByRole('option', { name: 'Never' }).count()).toBe(0);
    await page.getByRole('option', { name: 'After a day' }).tap();
    await expectPoll(() => form.getByRole('button', { name: 'Make key' }).isDisabled()).toBe(true);
  });
});
