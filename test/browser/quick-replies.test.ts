import { describe, expect, it } from '@jest/globals';
import { expectAccessible } from './axe-findings.js';
import { expectFits, messagesWith, PHONE, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();
const REPLIES = [{ text: 'Yes, please', value: 'send:42' }, { text: 'Not yet' }, { text: 'x'.repeat(80) }];

describe('the buttons under an agent’s message', () => {
  it('are pressed by keyboard, send their text, and go, at every device', async () => {
    const visitor = await bench.withAgent();
    const { page, agent } = visitor;
    const socket = await bench.connect(agent);
    await agent.send({ text: 'Shall I?', quick_replies: REPLIES });
    await page.goto(`/agents/${agent.agentId}`);
    const phone = await bench.again(visitor, PHONE);
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
    await expectPoll(() => messagesWith(page).evaluate((region) => region === document.activeElement)).toBe(
      true,
    );
  });
});
