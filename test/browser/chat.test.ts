import { tinyGif, tinyPng } from '@svc/testkit';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expectAccessible } from './axe-findings.js';
import {
  addFiles,
  expectFits,
  isInView,
  messageBox,
  messagesWith,
  PHONE,
  untilFocused,
  useBrowser,
  write,
} from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { conversationOf } from './person-call.js';
import { mayBeLeft } from './may-be-left.js';

const bench = useBrowser();

describe('the chat', () => {
  it('goes both ways, and shows how far each message has come', async () => {
    const { page, agent, socket } = await bench.atChat();
    await write(page, 'Good morning');
    const event = await socket.userMessage('Good morning');
    await messagesWith(page).getByText('Pushed').waitFor();
    await agent.send({ text: 'And to you', conversation_id: event.conversation_id });
    await messagesWith(page).getByText('And to you').waitFor();

    await socket.close();
    await messageBox(page).fill('Are you there?');
    await page.getByRole('button', { name: 'Send' }).click();
    await messagesWith(page).getByText('Waiting').waitFor();
    const back = await bench.connect(agent);
    await back.userMessage('Are you there?');
    await messagesWith(page).getByText('Waiting').waitFor({ state: 'detached' });
  });

  it('sends a message once, though the answer was lost and it is sent again', async () => {
    bench.expectInConsole(/ERR_FAILED|Failed to load/);
    const { page, agent } = await bench.withAgent();
    await agent.post({ text: 'Hello' });
    await page.goto(`/agents/${agent.agentId}`);
    await messagesWith(page).getByText('Hello', { exact: true }).waitFor();
    let losses = 1;
    await page.route('**/api/client/agents/*/messages', async (route) => {
      if (losses === 0) return route.fallback();
      losses -= 1;
      await route.fetch();
      await route.abort();
    });
    await write(page, 'Have you got it?');
    const sent = messagesWith(page).getByText('Have you got it?', { exact: true });
    // The history has it, and the page does not know that it is the one that seems not sent.
    await expectPoll(() => sent.count()).toBe(2);
    await messagesWith(page).getByRole('button', { name: 'Send again' }).click();
    await expectPoll(() => sent.count()).toBe(1);
    await mayBeLeft(page);
    await page.reload();
    await sent.first().waitFor();
    await expectPoll(() => sent.count()).toBe(1);
  });

  it('loads older messages as one scrolls up, and keeps the place', async () => {
    const { page, agent } = await bench.withAgent();
    await agent.send({ text: 'message 1' });
    await page.goto(`/agents/${agent.agentId}`);
    await messagesWith(page).getByText('message 1', { exact: true }).waitFor();
    const conversationId = await conversationOf(page);
    for (let count = 2; count <= 130; count += 1)
      await agent.send({ text: `message ${count}`, conversation_id: conversationId });
    await page.reload();
    await messagesWith(page).getByText('message 130', { exact: true }).waitFor();
    await expectPoll(() => messagesWith(page).getByText('message 1', { exact: true }).count()).toBe(0);
    const newest = page.getByRole('button', { name: 'Newest' });
    await expectPoll(() => newest.count()).toBe(0);
    await messagesWith(page).hover();
    await expectPoll(async () => {
      await page.mouse.wheel(0, -2_000);
      return messagesWith(page).getByText('message 1', { exact: true }).count();
    }).toBe(1);
    await messagesWith(page).getByText('message 1', { exact: true }).scrollIntoViewIfNeeded();
    // What comes now does not pull the reader away.
    await agent.send({ text: 'message 131', conversation_id: conversationId });
    await messagesWith(page).getByText('message 131', { exact: true }).waitFor({ state: 'attached' });
    await expectPoll(() => isInView(page, 'message 1')).toBe(true);
    await newest.click();
    await newest.waitFor({ state: 'detached' });
    await expectPoll(() => isInView(page, 'message 131')).toBe(true);
  });

  it('sends pictures that are picked, pasted and dropped, and refuses what is empty', async () => {
    const { page, socket } = await bench.atChat();
    await addFiles(page, [
      { name: 'one.png', mimeType: 'image/png', buffer: tinyPng() },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ]);
    await page.getByText('“notes.txt” is empty.').waitFor();
    await give(page, 'paste', { name: 'two.gif', type: 'image/gif', base64: tinyGif().toString('base64') });
    await give(page, 'drop', { name: 'three.png', type: 'image/png', base64: tinyPng().toString('base64') });
    const attached = page.getByRole('list', { name: 'Attached' }).getByRole('img');
    await page.getByRole('img', { name: 'three.png' }).waitFor();
    await expectPoll(() => attached.count()).toBe(3);
    await page.getByRole('button', { name: 'Remove two.gif' }).click();
    await write(page, 'Two pictures');
    const event = await socket.userMessage('Two pictures');
    expect(event.image_urls).toHaveLength(2);
    const picture = messagesWith(page).getByRole('img', { name: 'Picture 2 of 2 from Ada' });
    await picture.click();
    const large = page.getByRole('dialog').getByRole('img');
    await large.waitFor();
    await expectPoll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
  });

  it('shows a large picture by its preview, and saves it in its full size', async () => {
    const { page, agent } = await bench.withAgent();
    const create = { width: 3_000, height: 2_000, channels: 3, background: 'green' } as const;
    const picture = await sharp({ create }).png().toBuffer();
    await agent.send({ image_base64: picture.toString('base64') });
    await page.goto(`/agents/${agent.agentId}`);
    const shown = messagesWith(page).getByRole('img', { name: 'Picture from Mailbox' });
    await expectPoll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1_600);
    await shown.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img').waitFor();
    const save = dialog.getByRole('link', { name: 'Save the original' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const saved = await sharp(await readFile(await download.path())).metadata();
    expect(saved).toMatchObject({ format: 'png', width: 3_000, height: 2_000 });
  });

  it('records the voice and sends it with what was said', async () => {
    const { page, socket } = await bench.atChat({ permissions: ['microphone'] });
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    // A busy page may pass over a second.
    await page.getByText(/^0:0[1-9]$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Your recording').waitFor();
    await page.getByText('Type what you said').waitFor();
    await messageBox(page).fill('Call me back');
    const isRecording = (request: { url(): string; headers(): Record<string, string> }) =>
      request.url().endsWith('/api/client/media') && /^audio\//.test(request.headers()['content-type'] ?? '');
    const upload = page.waitForRequest(isRecording);
    await messageBox(page).press('Enter');
    await upload;
    const event = await socket.userMessage('Call me back');
    expect(event.audio_url).toMatch(/\/media\//);
    const audio = messagesWith(page).getByLabel('Voice message from Ada');
    await audio.waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('li audio')!.readyState >= 1);
    // With room for the time and for a place in it.
    expect((await audio.boundingBox())?.width).toBe(320);
  });
});

/** A file as the clipboard or a drag brings it. */
async function give(page: Page, how: 'paste' | 'drop', file: { name: string; type: string; base64: string }) {
  await messageBox(page).evaluate(
    (target, { how, file }) => {
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], file.name, { type: file.type }));
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
      target.dispatchEvent(event);
    },
    { how, file },
  );
}

const REPLIES = [{ text: 'Yes, please', value: 'send:42' }, { text: 'Not yet' }, { text: 'x'.repeat(80) }];

describe('the buttons under an agent’s message', () => {
  it('are pressed by keyboard, send their text, and go, at every device', async () => {
    const { page, agent, again } = await bench.withAgent();
    const socket = await bench.connect(agent);
    await agent.send({ text: 'Shall I?', quick_replies: REPLIES });
    await page.goto(`/agents/${agent.agentId}`);
    const phone = await again(PHONE);
    await phone.goto(`/agents/${agent.agentId}`);
    const lists = [page, phone].map((each) => each.getByRole('list', { name: /^Replies to / }));
    for (const list of lists) await expectPoll(() => list.getByRole('button').count()).toBe(3);
    await expectAccessible(phone, 'buttons under a message');
    // Nothing is wider than the phone.
    await expectFits(phone);

    await page.getByRole('button', { name: 'Not yet' }).focus();
    await page.keyboard.press('Enter');
    const event = await socket.userMessage('Not yet');
    expect(event).toMatchObject({ quick_reply: { index: 1, value: null } });
    for (const each of [page, phone]) {
      await messagesWith(each).getByText('Not yet', { exact: true }).waitFor();
      await expectPoll(() => each.getByRole('list', { name: /^Replies to / }).count()).toBe(0);
    }
    await untilFocused(messagesWith(page));
  });
});
