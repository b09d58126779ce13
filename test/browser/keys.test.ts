import { httpCall } from '@svc/testkit';
import { baseUrl, CLIPBOARD, press, untilFocused, useBrowser } from './browser-bench.js';
import { copied } from './clipboard.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();

describe('the keys of an agent', () => {
  it('are made by keyboard alone, and shown once', async () => {
    const { page, agent } = await bench.withAgent({ ...CLIPBOARD, at: '/settings' });
    await page.getByText('No keys. The secret allows everything.').waitFor();
    const opener = page.getByRole('button', { name: 'New key' });
    await opener.press('Enter');
    const form = page.getByRole('dialog', { name: 'New key' });
    await form.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Mail server');
    await press(page, 'Tab', 'Space');
    const messages = form.getByRole('checkbox', { name: /^Messages/ });
    await expectPoll(() => messages.isChecked()).toBe(true);
    await form.getByRole('button', { name: 'Create key' }).press('Enter');
    const shown = page.getByRole('dialog', { name: 'New key' });
    await shown.getByText('Copy the key now.').waitFor();
    const secret = await copied(page, 'Copy key');
    expect(secret).toMatch(/^svc_key_[0-9a-f]{32}_[0-9a-f]{40}$/);
    // It does not go away by accident.
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'I have saved it' }).press('Enter');
    await shown.waitFor({ state: 'detached' });
    await expectPoll(() => page.content()).not.toContain(secret);
    await untilFocused(opener);
    const key = page.getByRole('list', { name: 'Active keys' }).getByRole('listitem');
    await key.getByText('Mail server').waitFor();
    await key.getByText('Messages', { exact: true }).waitFor();
    await key.getByText(/Never used · expires/).waitFor();
    expect((await agent.withSecret(secret).post({ text: 'By key' })).status).toBe(200);
    // A key's use is written down beside the call, and tells no page.
    const uses = () => personCall<{ last_used_at: string | null }[]>(page, `/agents/${agent.agentId}/keys`);
    await expectPoll(uses).not.toMatchObject([{ last_used_at: null }]);
    await page.reload();
    await key.getByText(/Last used/).waitFor();
  });
});

describe('the API keys of a person', () => {
  it('are made with an end, shown once, and revoked', async () => {
    const { page } = await bench.signedIn(CLIPBOARD);
    await page.goto('/account');
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New key' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Nightly backup');
    await expectPoll(() => form.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    await form.getByText('Reading:').click();
    await form.getByRole('button', { name: /Expires/ }).click();
    await page.getByRole('option', { name: 'After a year' }).waitFor();
    await expectPoll(() => page.getByRole('option', { name: 'Never' }).count()).toBe(0);
    await page.getByRole('option', { name: 'After a day' }).click();
    // While the key is being made, nothing closes the dialog that will show it.
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await page.route('**/account/keys', (route) => answered.then(() => route.continue()));
    await form.getByRole('button', { name: 'Create key' }).click();
    await asked;
    await page.keyboard.press('Escape');
    await expectPoll(() => form.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    answer();
    const shown = page.getByRole('dialog', { name: 'New key' });
    const secret = await copied(page, 'Copy key');
    expect(secret).toMatch(/^svc_pat_[0-9a-f]{32}_[0-9a-f]{40}$/);
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await expectPoll(() => page.content()).not.toContain(secret);
    const key = page.getByRole('list', { name: 'Active keys' }).getByRole('listitem');
    await key.getByText(/Never used · expires/).waitFor();
    await page.reload();
    await page.getByText('key Nightly backup · read').waitFor();
    await page.getByRole('button', { name: 'Revoke Nightly backup' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Expired and revoked keys (1)').waitFor();
  });
});

type Codes = Record<'device_code' | 'user_code', string>;

async function begin(): Promise<Codes> {
  const body = { client_name: 'svc on ada-laptop', scopes: ['read', 'write'] };
  return (await httpCall(`${baseUrl}/api/auth/device/code`, { body })).body as Codes;
}

function ask({ device_code }: Codes) {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  return httpCall(`${baseUrl}/api/auth/device/token`, { body: { grant_type, device_code } });
}

describe('a program that asks for a key', () => {
  it('is let in with what the person chooses, by keyboard alone, or refused, by a code that there is', async () => {
    bench.expectInConsole(/404/);
    const { page } = await bench.signedIn();
    const codes = await begin();
    await page.goto(`/device?code=${codes.user_code}`);
    await page.getByRole('heading', { name: 'Authorize a program' }).waitFor();
    await expectPoll(() => page.getByLabel('Code').inputValue()).toBe(codes.user_code);
    await page.getByLabel('Code').press('Enter');
    await page.getByText('svc on ada-laptop').waitFor();
    await expectPoll(() => page.getByRole('checkbox', { name: /^Agents/ }).isChecked()).toBe(false);
    const writing = page.getByRole('checkbox', { name: /^Writing/ });
    await expectPoll(() => writing.isChecked()).toBe(true);
    await writing.press('Space');
    await expectPoll(() => writing.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Allow' }).press('Enter');
    await page.getByText('Done. The program continues by itself').waitFor();
    expect((await ask(codes)).body).toMatchObject({ scope: 'read' });

    const others = await begin();
    await page.goto('/device');
    await page.getByLabel('Code').fill('BCDF-GHJK');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('No program is waiting with this code.').waitFor();
    await page.getByLabel('Code').fill(others.user_code.toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied. The program did not get a key.').waitFor();
    expect((await ask(others)).body).toMatchObject({ error: 'access_denied' });
  });
});
