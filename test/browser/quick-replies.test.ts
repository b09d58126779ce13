import { describe, expect, it } from '@jest/globals';
import { expectAccessible } from './axe-findings.js';
import { messageBox, messagesWith, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const REPLIES = [{ text: 'Yes, please', value: 'send:42' }, { text: 'Not yet' }, { text: 'x'.repeat(80) }];

describe('the buttons under an agent’s message', () => {
  it('are pressed by keyboard, send their text, and go, at every device', async () => {
    const visitor = await bench.signedIn();
    const { page, createAgent } = visitor;
    const agent = await createAgent();
    const socket = await bench.connect(agent);
    await agent.send({ text: 'Shall I?', quick_replies: REPLIES });
    await page.goto(`/agents/${agent.agentId}`);
    const phone = await bench.again(visitor, PHONE);
    await phone.goto(`/agents/${agent.agentId}`);
    const lists = [page, phone].map((each) => each.getByRole('list', { name: /^Replies to / }));
    for (const list of lists) await expectPoll(() => list.getByRole('button').count()).toBe(3);
    await expectAccessible(phone, 'buttons under a message');
    // Nothing is wider than the phone.
    await expectPoll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );

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

  it('go when the person writes something else, and come with new ones', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent();
    const socket = await bench.connect(agent);
    await agent.send({ text: 'Shall I?', quick_replies: REPLIES });
    await page.goto(`/agents/${agent.agentId}`);
    await page.getByRole('button', { name: 'Yes, please' }).waitFor();
    await messageBox(page).fill('Let me think');
    await messageBox(page).press('Enter');
    const { conversation_id } = await socket.userMessage('Let me think');
    await page.getByRole('button', { name: 'Yes, please' }).waitFor({ state: 'detached' });
    await agent.send({ text: 'And now?', conversation_id, quick_replies: [{ text: 'Now' }] });
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await messagesWith(page).getByText('Now', { exact: true }).waitFor();
    expect(await socket.userMessage('Now')).toMatchObject({ quick_reply: { index: 0, value: null } });
    await expectPoll(() => page.getByRole('list', { name: /^Replies to / }).count()).toBe(0);
  });
});
