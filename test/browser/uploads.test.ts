import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpCall, pngOf, tinyPng } from '@svc/testkit';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expectAccessible } from './axe-findings.js';
import { addFiles, messagesWith, untilFocused, useBrowser, write } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { mayBeLeft } from './may-be-left.js';

const bench = useBrowser();

const MIB = 1024 * 1024;
/** Above the pace that the service asks for. */
const SLOW_BYTES_PER_SECOND = 400 * 1024;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-browser-uploads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('files of a message', () => {
  it('go as they are, each with a bar, and then the message goes', async () => {
    const { page, slow, fast, posts, socket } = await atChat();
    await slow();
    await attach(page, ['one.png', 'two.png']);
    await write(page, 'Two pictures');
    const bar = (name: string) => page.getByRole('progressbar', { name });
    await expectPoll(() => valueOf(bar('one.png'))).toBeGreaterThan(0);
    const before = await valueOf(bar('one.png'));
    await expectPoll(() => valueOf(bar('one.png'))).toBeGreaterThan(before);
    // One after another.
    await expectPoll(() => valueOf(bar('two.png'))).toBe(0);
    await expectPoll(posts).toEqual(['media']);
    await fast();
    const event = await socket.userMessage('Two pictures');
    expect(event.image_urls).toHaveLength(2);
    await messagesWith(page).getByRole('img', { name: 'Picture 2 of 2 from Ada' }).waitFor();
    await expectPoll(() => page.getByRole('progressbar').count()).toBe(0);
    await expectPoll(posts).toEqual(['media', 'media', 'messages']);
  });

  it('are stopped and sent again by keyboard, and what had arrived is not sent twice', async () => {
    const { page, slow, fast, posts, socket } = await atChat();
    // The first message of a conversation draws its list anew, and the focus begins anew as well.
    await write(page, 'Hello');
    await page.getByText('Pushed').waitFor();
    await attach(page, ['small.png'], tinyPng());
    await attach(page, ['large.png']);
    await slow();
    await write(page, 'Two pictures');
    await page.getByRole('img', { name: 'small.png has arrived' }).waitFor();
    await page.getByRole('button', { name: 'Stop large.png' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Not sent. You stopped it.').waitFor();
    await expectAccessible(page, 'a message whose file was stopped');
    const sendAgain = page.getByRole('button', { name: 'Send again' });
    await untilFocused(sendAgain);
    await fast();
    await page.keyboard.press('Enter');
    // The button is gone, and the keys go on from the messages.
    await untilFocused(messagesWith(page));
    expect((await socket.userMessage('Two pictures')).image_urls).toHaveLength(2);
    await expectPoll(posts).toEqual(['messages', 'media', 'media', 'media', 'messages']);
  });

  it('that the service refuses are skipped, with its reason', async () => {
    bench.expectInConsole(/415/);
    const { page, posts, socket } = await atChat();
    await attach(page, ['notes.png'], Buffer.from('no picture, whatever its name says'));
    await attach(page, ['one.png']);
    await write(page, 'One picture');
    const reason = 'The file must be a PNG, JPEG, GIF or WebP image, or an audio file.';
    await page.getByRole('listitem').getByText(reason).waitFor();
    // The browser cannot show it, so its name says which file is meant.
    await page.getByRole('listitem').getByText('notes.png', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'one.png has arrived' }).waitFor();
    await page.getByRole('button', { name: 'Leave out notes.png' }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    expect((await socket.userMessage('One picture')).image_url).toMatch(/\/media\//);
    await expectPoll(posts).toEqual(['media', 'media', 'messages']);
  });

  it('go on while the person looks at another page, and are shown when they come back', async () => {
    const { page, slow, fast, socket } = await atChat();
    await slow();
    await attach(page, ['one.png']);
    await write(page, 'Meanwhile');
    await page.getByRole('progressbar', { name: 'one.png' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Webhook URL').waitFor();
    await page.goBack();
    await page.getByRole('progressbar', { name: 'one.png' }).waitFor();
    // The bench answers that they stay.
    bench.expectInConsole(/^dialog: /);
    const asked = page.waitForEvent('dialog', (dialog) => dialog.type() === 'beforeunload');
    await page.evaluate(() => window.location.reload());
    await asked;
    await fast();
    await messagesWith(page).getByText('Pushed').waitFor();
    expect((await socket.userMessage('Meanwhile')).image_url).toMatch(/\/media\//);
    await mayBeLeft(page);
    await page.reload();
    await messagesWith(page).getByText('Meanwhile').waitFor();
  });

  it('that are large photos are scaled down, upright, and go as files where they cannot be shown', async () => {
    const { page, socket } = await atChat();
    await attach(page, ['IMG_2.heic'], Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'));
    const notice = '“IMG_2.heic” is HEIC, which this browser cannot show. It is sent as a file.';
    await page.getByText(notice).waitFor();
    await attach(page, ['IMG_1.jpg'], await photoOf(7 * MIB));
    await write(page, 'From the phone');
    const event = await socket.userMessage('From the phone');
    expect(event).toMatchObject({ files: [{ name: 'IMG_2.heic', content_type: 'image/heic' }] });
    const { bytes } = await httpCall(event.image_url ?? '');
    expect(bytes.length).toBeLessThan(MIB);
    const { width, height, orientation } = await sharp(bytes).metadata();
    expect({ width, height, orientation }).toEqual({ width: 1_638, height: 4_096, orientation: undefined });
    const [red] = await sharp(bytes).extract({ left: 9, top: 9, width: 1, height: 1 }).raw().toBuffer();
    expect(red).toBeGreaterThan(200);
  });
});

/** A chat with an agent that listens, over a line that can be slow; `posts` is what the page sent. */
async function atChat() {
  const { page, socket } = await bench.atChat();
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') seen.push(request.url().split('/').at(-1) ?? '');
  });
  const devTools = await page.context().newCDPSession(page);
  const line = (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    return devTools.send('Network.emulateNetworkConditions', conditions);
  };
  const [slow, fast] = [() => line(SLOW_BYTES_PER_SECOND), () => line(-1)];
  return { page, socket, posts: () => seen, slow, fast };
}

/** A photo that lies on its side, red on top once it is upright, with so many bytes beside it. */
async function photoOf(byteLength: number): Promise<Buffer> {
  const plain = (width: number, background: string) => ({
    create: { width, height: 2_000, channels: 3 as const, background },
  });
  const photo = await sharp(plain(5_000, 'blue'))
    .composite([{ input: plain(2_500, 'red'), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const comment = Buffer.alloc(65_535);
  comment.writeUInt32BE(0xfffefffd);
  const comments = Array.from({ length: Math.ceil(byteLength / comment.length) }, () => comment);
  return Buffer.concat([photo.subarray(0, 2), ...comments, photo.subarray(2)]);
}

async function attach(page: Page, names: string[], content = pngOf(4 * MIB)): Promise<void> {
  // From the disk: a browser takes long for large files that come through the debugger.
  const paths = names.map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, content);
  await addFiles(page, paths);
  for (const name of names) await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
}

async function valueOf(bar: Locator): Promise<number> {
  return Number(await bar.getAttribute('aria-valuenow'));
}
