import type { AgentClient } from '@svc/testkit';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from './axe-findings.js';
import { expectFits, isInView, messageBox, messagesWith, PHONE, useBrowser } from './browser-bench.js';
import { cuttableLine } from './cuttable-line.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

/** An agent with a conversation, its socket, and how it writes there. */
async function writer(agent: AgentClient) {
  const socket = await bench.connect(agent);
  const { conversation_id } = (await socket.ask({ text: 'Hello' })) as { conversation_id: string };
  return {
    socket,
    conversation_id,
    start: () => socket.send({ type: 'message_start', ref: 'a', conversation_id }),
    grow: (text: string) => socket.send({ type: 'message_delta', ref: 'a', text }),
    end: async () => {
      socket.send({ type: 'message_end', ref: 'a' });
      await socket.frames.first(({ type, ref }) => ref === 'a' && type === 'message_ack', 'the ack');
    },
  };
}

async function openChat(page: Page, agent: AgentClient): Promise<void> {
  await page.goto(`/agents/${agent.agentId}`);
  await messagesWith(page).getByText('Hello', { exact: true }).waitFor();
}

/** All messages that are shown with these words. */
const itemsWith = (page: Page, text: string | RegExp) =>
  messagesWith(page).getByRole('listitem').filter({ hasText: text });

/** What can be done with a message, once it is whole. */
const actionsOf = (item: Locator) => item.getByRole('button', { name: /message/i });

/** What screen readers hear by themselves. */
const spoken = async (page: Page) =>
  (await page.locator('[aria-live], [role=status]').allInnerTexts()).join();

describe('a message that an agent is writing', () => {
  it('grows, with its markdown, and becomes the message of the history without a new drawing', async () => {
    const { page, agent } = await bench.withAgent();
    const { start, grow, end } = await writer(agent);
    await openChat(page, agent);
    start();
    await messagesWith(page).getByText('Mailbox is typing…').waitFor();
    grow('Good **mor');
    await itemsWith(page, 'Good **mor').waitFor();
    grow('ning**, <b>Ada</b> ![x](https://example.org/x.png)\n\n- one\n');
    await messagesWith(page).locator('strong', { hasText: 'morning' }).waitFor();
    await expectPoll(() => messagesWith(page).locator('b, img').count()).toBe(0);
    await expectPoll(() => spoken(page)).not.toContain('Good');
    await expectAccessible(page, 'a message that grows');
    const item = itemsWith(page, 'Good');
    await expectPoll(() => item.getAttribute('aria-busy')).toBe('true');
    await expectPoll(() => item.getByRole('button').count()).toBe(0);
    await item.evaluate((element) => element.setAttribute('data-mark', 'seen'));
    grow('- two\n');
    await end();
    await actionsOf(item).waitFor();
    await expectPoll(() => item.getAttribute('data-mark')).toBe('seen');
    await expectPoll(() => item.getAttribute('aria-busy')).toBe(null);
    await expectPoll(() => item.count()).toBe(1);
    await expectPoll(() => spoken(page)).toContain('Good morning');
    const typing = messagesWith(page).getByText(/is typing…$/);
    await expectPoll(() => typing.count()).toBe(0);
    await page.reload();
    await messagesWith(page).getByText('two', { exact: true }).waitFor();
    await expectPoll(() => itemsWith(page, 'Good').count()).toBe(1);
  });

  it('is shown as far as it is on a page that opens in the middle or had lost its connection', async () => {
    const { page, createAgent, again } = await bench.signedIn();
    bench.expectInConsole(/WebSocket/);
    const line = await cuttableLine(page);
    const agent = await createAgent();
    const { start, grow, end } = await writer(agent);
    await openChat(page, agent);
    start();
    grow('One ');
    await itemsWith(page, 'One').waitFor();
    const second = await again(PHONE);
    await openChat(second, agent);
    await itemsWith(second, 'One').waitFor();
    await line.cut();
    grow('two ');
    await itemsWith(second, 'One two').waitFor();
    line.mend();
    await itemsWith(page, 'One two').waitFor();
    grow('three');
    for (const each of [page, second])
      await itemsWith(each, /^(?!.*One two three.*One).*One two three/s).waitFor();
    await end();
    for (const each of [page, second]) {
      await expectPoll(() => itemsWith(each, 'One two three').count()).toBe(1);
      await actionsOf(itemsWith(each, 'One two three')).waitFor();
    }
  });

  it('that breaks off is said to be cut off, also after a reload, until the agent writes again', async () => {
    const { page, agent } = await bench.withAgent(PHONE);
    const { socket, conversation_id, start, grow } = await writer(agent);
    await openChat(page, agent);
    start();
    grow('The answer is');
    await itemsWith(page, 'The answer is').waitFor();
    socket.terminate();
    const note = messagesWith(page).getByText('This message was cut off. Mailbox did not finish it.');
    await note.waitFor();
    await expectPoll(() => spoken(page)).toContain('The message of Mailbox was cut off.');
    await expectAccessible(page, 'a message that was cut off');
    await expectFits(page);
    await page.reload();
    await note.waitFor();
    await itemsWith(page, 'The answer is').waitFor();
    await agent.send({ text: 'It is 42', conversation_id });
    await itemsWith(page, 'It is 42').waitFor();
    await expectPoll(() => note.count()).toBe(0);
    await expectPoll(() => itemsWith(page, 'The answer is').count()).toBe(0);
  });

  it('keeps nobody from reading above it, or from writing, by keyboard alone', async () => {
    const { page, agent } = await bench.withAgent({ reducedMotion: 'no-preference' });
    const { socket, conversation_id, start, grow, end } = await writer(agent);
    const text = Array.from({ length: 80 }, (_, n) => `Line ${n}\n\n`).join('');
    await socket.ask({ text, conversation_id });
    await page.goto(`/agents/${agent.agentId}`);
    await expectPoll(() => isInView(page, 'Line 79')).toBe(true);
    start();
    grow('Begun ');
    await itemsWith(page, 'Begun').waitFor();
    await messagesWith(page).focus();
    // As a person would: the page may just have gone to its end for what has begun.
    await expectPoll(async () => {
      await page.keyboard.press('Home');
      return isInView(page, 'Line 0');
    }).toBe(true);
    await messageBox(page).focus();
    await page.keyboard.type('My question');
    for (let count = 0; count < 20; count += 1) grow(`word${count}\n\n`);
    await itemsWith(page, 'word19').waitFor();
    await expectPoll(() => isInView(page, 'Line 0')).toBe(true);
    await expectPoll(() => messageBox(page).inputValue()).toBe('My question');
    await page.keyboard.press('Enter');
    // Who sends goes to the end, and along with it.
    for (let count = 20; count < 40; count += 1) {
      grow(`word${count}\n\n`);
      await itemsWith(page, `word${count}`).waitFor();
    }
    await expectPoll(() => isInView(page, 'word39')).toBe(true);
    // What was sent stands before the message that is still being written, as it will in the history.
    await expectPoll(() => wordsOf(page, /My question|Begun/)).toEqual(['My question', 'Begun']);
    await end();
    await actionsOf(itemsWith(page, 'word39')).waitFor();
  });
});

/** The first of these words of each message that has some, in the order of the page. */
async function wordsOf(page: Page, words: RegExp): Promise<string[]> {
  const texts = await messagesWith(page).getByRole('listitem').allInnerTexts();
  return texts.flatMap((text) => words.exec(text)?.[0] ?? []);
}
