import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import { baseUrl, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

interface Codes {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}

async function begin(): Promise<Codes> {
  const body = { client_name: 'svc on ada-laptop', scopes: ['read', 'write'] };
  return (await httpCall(`${baseUrl}/api/auth/device/code`, { body })).body as Codes;
}

function ask({ device_code }: Codes) {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  return httpCall(`${baseUrl}/api/auth/device/token`, { body: { grant_type, device_code } });
}

describe('a program that asks for a key', () => {
  it('is let in with what the person chooses, by keyboard alone', async () => {
    const { page } = await bench.signedIn();
    const codes = await begin();
    await page.goto(`/device?code=${codes.user_code}`);
    await page.getByRole('heading', { name: 'Let a program in' }).waitFor();
    await expectPoll(() => page.getByLabel('Code').inputValue()).toBe(codes.user_code);
    await page.getByLabel('Code').press('Enter');
    await page.getByText('svc on ada-laptop').waitFor();
    await expectPoll(() => page.getByRole('checkbox', { name: /^Agents/ }).isChecked()).toBe(false);
    const writing = page.getByRole('checkbox', { name: /^Writing/ });
    await expectPoll(() => writing.isChecked()).toBe(true);
    await writing.press('Space');
    await expectPoll(() => writing.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Let it in' }).press('Enter');
    await page.getByText('Done. The program goes on by itself').waitFor();
    expect((await ask(codes)).body).toMatchObject({ scope: 'read' });
  });

  it('is refused, and a code that nobody has made is said so', async () => {
    const { page } = await bench.signedIn();
    const codes = await begin();
    bench.expectInConsole(/404/);
    await page.goto('/device');
    await page.getByLabel('Code').fill('BCDF-GHJK');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('No program waits under this code.').waitFor();
    await page.getByLabel('Code').fill(codes.user_code.toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('The program was refused.').waitFor();
    expect((await ask(codes)).body).toMatchObject({ error: 'access_denied' });
  });
});
