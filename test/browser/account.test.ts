import { buffer } from 'node:stream/consumers';
import { filesOfZip } from '@svc/testkit';
import { PASSWORD, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

describe('the account', () => {
  it('shows what was done, also one area of it alone, and is exported into a zip', async () => {
    const { page, createAgent } = await bench.signedIn();
    await createAgent();
    await page.goto('/');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.waitForURL('**/account');
    const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
    await expectPoll(() => entries.allInnerTexts()).toEqual([
      expect.stringMatching(/Agent created[^]*Mailbox[^]*from 127\.0\.0\.1/),
      expect.stringMatching(/Account created/),
    ]);
    // By keys alone.
    await page.getByRole('button', { name: /Show/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Tasks' }).waitFor();
    await page.keyboard.type('Agents');
    await page.keyboard.press('Enter');
    await expectPoll(() => entries.allInnerTexts()).toEqual([expect.stringMatching(/Agent created/)]);
    await page.getByRole('button', { name: /Show/ }).click();
    await page.getByRole('option', { name: 'Tasks' }).click();
    await page.getByText('No entries').waitFor();
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await expectPoll(() => entries.count()).toBe(2);

    await page.getByRole('button', { name: 'Export my data' }).click();
    const link = page.getByRole('link', { name: 'Download' });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const fileName = download.suggestedFilename();
    expect(fileName).toMatch(/^account-\d{4}-\d{2}-\d{2}\.zip$/);
    const files = await filesOfZip(await buffer(await download.createReadStream()));
    expect([...files.keys()]).toEqual(expect.arrayContaining(['README.txt', 'profile.jsonl', 'files.jsonl']));
  });

  it('is deleted with the password alone, and the page says when nothing is left', async () => {
    const { page, createAgent } = await bench.signedIn();
    await createAgent();
    // The wrong password.
    bench.expectInConsole(/status of 422/);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    const password = dialog.getByLabel('Your password');
    await password.fill('something else');
    await password.press('Enter');
    await dialog.getByText('The password is wrong.').waitFor();
    await password.fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.waitForURL('**/account-deleted?erasure=ers_*');
    await page.getByText('Everything has been removed.').waitFor();
    await page.goto('/');
    await page.waitForURL('**/sign-in');
  });
});
