/** @journey What else is sent. */
import { readFile } from 'node:fs/promises';
import { httpCall } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { expectAccessible } from './axe-findings.js';
import { addFiles, expectFits, messagesWith, PHONE, useBrowser, write } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

const CSV = Buffer.from('month,sum\nMay,12\n');

describe('files of any kind', () => {
  it('are attached and removed, sent under their names, shown, and saved as they were', async () => {
    const { page, socket } = await bench.atChat();
    await attach(page, ['figures.csv', 'not-this.pdf']);
    await page.getByRole('button', { name: 'Remove not-this.pdf' }).click();
    await expectAccessible(page, 'a message with a file');
    await write(page, 'The figures');
    await messagesWith(page).getByText('The figures').waitFor();
    const event = await socket.userMessage('The figures');
    const { files = [] } = event as { files?: { url: string; name: string; content_type: string }[] };
    expect(files).toMatchObject([{ name: 'figures.csv', content_type: 'text/csv' }]);
    expect((await httpCall(files[0]?.url ?? '')).bytes).toEqual(CSV);
    await expectSaved(page, 'figures.csv', CSV);
  });

  it('of the agent are shown with name, type and size, also on a phone, and run nothing', async () => {
    const { page, agent } = await bench.atChat(PHONE);
    const html = Buffer.from('<script>window.attacked = 1</script>');
    const name = `${'a-long-name-'.repeat(12)}.html`;
    const call = { method: 'POST', body: html, headers: { 'content-type': 'text/html' } };
    const sent = await agent.call(`/api/agent/media?name=${encodeURIComponent(name)}`, call);
    const { media_id } = sent.body as { media_id: string };
    await agent.send({ text: 'My report', media_ids: [media_id] });
    await messagesWith(page).getByText('My report').waitFor();
    await messagesWith(page).getByText('application/octet-stream, 36 bytes').waitFor();
    await expectFits(page);
    await expectAccessible(page, 'a message of the agent with a file');
    await expectSaved(page, name, html);
    await expectPoll(() => page.evaluate(() => 'attacked' in window)).toBe(false);
  });
});

async function attach(page: Page, names: string[]): Promise<void> {
  const files = names.map((name) => ({ name, mimeType: 'text/csv', buffer: CSV }));
  await addFiles(page, files);
  for (const name of names) await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
}

async function expectSaved(page: Page, name: string, bytes: Buffer): Promise<void> {
  const link = messagesWith(page).getByRole('list', { name: 'Files' }).getByRole('link');
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  await expectPoll(() => download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path())).toEqual(bytes);
}
