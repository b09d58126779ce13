import type { Page } from 'playwright-core';
import { expectAccessible } from './axe-findings.js';
import { choose, expectFits, messagesWith, PHONE, useBrowser, write } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { personCall, say } from './person-call.js';

const bench = useBrowser();

describe('the list of conversations', () => {
  it('is named, pinned and put away by the keyboard alone, and by a finger, on every open page', async () => {
    const long = { agent_name: 'An agent with quite a long name, as people give them' };
    const { page, agent, createAgent, again } = await bench.withAgent({ agent: long });
    await createAgent({ agent_name: 'Another one' });
    for (const text of ['About mails', 'About bills', 'About trips']) await say(page, agent.agentId, text);
    const other = await again(PHONE);
    for (const one of [page, other]) {
      await one.goto('/conversations');
      await expectPoll(() => names(one)).toEqual(['About trips', 'About bills', 'About mails']);
    }

    await act(page, 'About mails', 'Rename…');
    await page.keyboard.type('Post');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Rename conversation' }).waitFor({ state: 'detached' });
    for (const one of [page, other])
      await expectPoll(() => names(one)).toEqual(['About trips', 'About bills', 'Post']);
    // What it is about stands beside its title.
    await row(page, 'Post').getByText('About mails').waitFor();

    await act(page, 'Post', 'Pin');
    for (const one of [page, other])
      await expectPoll(() => names(one)).toEqual(['Post', 'About trips', 'About bills']);
    await row(other, 'Post').getByText('Pinned').waitFor();
    // The focus goes where the conversation goes.
    await expectPoll(() => focused(page)).toContain('Post');

    await act(page, 'About trips', 'Archive');
    for (const one of [page, other]) await expectPoll(() => names(one)).toEqual(['Post', 'About bills']);
    await expectPoll(() => focused(page)).toContain('About bills');
    await expectAccessible(page, 'the conversations');

    await page.getByRole('tab', { name: 'Active' }).focus();
    await page.keyboard.press('ArrowRight');
    await expectPoll(() => names(page)).toEqual(['About trips']);
    await act(page, 'About trips', 'Restore');
    await page.getByRole('heading', { name: 'No archived conversations' }).waitFor();
    await expectPoll(() => names(other)).toEqual(['Post', 'About trips', 'About bills']);

    await say(page, agent.agentId, `About ${'w'.repeat(180)}`);
    await expectPoll(() => names(other)).toHaveLength(4);
    await expectFits(other);
    await expectAccessible(other, 'the conversations on a phone');
    await tap(other, 'About bills', 'Pin');
    await row(other, 'About bills').getByText('Pinned').waitFor();
    await tap(other, 'About bills', 'Archive');
    await other.getByRole('tab', { name: 'Archived' }).tap();
    await row(other, 'About bills').getByRole('link').tap();
    await other.getByText('This conversation is archived.').waitFor();
    await expectAccessible(other, 'a conversation that is put away');
    await other.getByRole('button', { name: 'Restore' }).tap();
    await other.getByText('This conversation is archived.').waitFor({ state: 'detached' });
  });

  it('is whole at the address of an agent that is gone, and no conversation is found at another’s', async () => {
    const { page, agent, createAgent } = await bench.withAgent();
    const { agentId: other } = await createAgent({ agent_name: 'Another one' });
    const { conversation_id: id } = await say(page, agent.agentId, 'Hello');
    await page.goto(`/conversations?agent=agt_${'0'.repeat(32)}`);
    await page.getByRole('button', { name: 'All agents' }).waitFor();
    await expectPoll(() => names(page)).toEqual(['Hello']);
    await page.goto(`/agents/${other}?conversation=${id}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});

describe('marks of what is unread', () => {
  it('are the same on two devices', async () => {
    const { page, agent, again } = await bench.withAgent();
    const { conversation_id: id } = await say(page, agent.agentId, 'Hello');
    const phone = await again(PHONE);
    for (const one of [page, phone]) await one.goto('/conversations');
    for (const text of ['First', 'Second']) await agent.send({ text, conversation_id: id });
    for (const one of [page, phone]) await row(one, 'Second').getByText('2 new messages').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByText('2 new messages').waitFor();

    await row(phone, 'Second').getByRole('link').tap();
    await messagesWith(phone).getByText('Second').waitFor();
    // Nobody has touched the laptop.
    await expectPoll(() => page.getByText(/new messages?$/).count()).toBe(0);
  });

  it('go where the requests of an agent stand that only asks', async () => {
    const { page, agent } = await bench.withAgent({ agent: { kind: 'approval-only' } });
    for (const title of ['First', 'Second']) await agent.ask({ title });
    await page.goto('/conversations');
    await row(page, 'Second').getByText('2 new messages').waitFor();
    await row(page, 'Second').getByRole('link').click();
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    await expectPoll(() => page.getByText(/new messages?$/).count()).toBe(0);
    await agent.ask({ title: 'Third' });
    const third = { last_message_text: 'Third', unread_count: 0 };
    await expectPoll(() => personCall(page, '/conversations')).toMatchObject([third]);
  });

  it('are written by a page that has the focus, and not by itself what is marked as unread', async () => {
    const { page, agent, again } = await bench.withAgent();
    const { conversation_id: id } = await say(page, agent.agentId, 'Hello');
    const other = await again();
    await other.goto('/conversations');
    await page.addInitScript(() => (document.hasFocus = () => 'isFocused' in window));
    const marks: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/reading')) marks.push(request.method());
    });
    await page.goto(`/agents/${agent.agentId}?conversation=${id}`);
    await agent.send({ text: 'Are you there?', conversation_id: id });
    await messagesWith(page).getByText('Are you there?').waitFor();
    await row(other, 'Are you there?').getByText('1 new message').waitFor();
    await expectPoll(() => marks).toEqual([]);

    await comeBack(page);
    await expectPoll(() => row(other, 'Are you there?').getByText('new message').count()).toBe(0);
    await choose(page, 'More actions', 'Mark as unread');
    await row(other, 'Are you there?').getByText('1 new message').waitFor();
    // What the person writes does not say that they have read it, nor does what happens elsewhere.
    await write(page, 'In a moment');
    await row(other, 'In a moment').getByText('1 new message').waitFor();
    await comeBack(page);
    await expectPoll(() => row(other, 'In a moment').getByText('new message').count()).toBe(0);
  });
});

function row(page: Page, name: string) {
  const rows = page.getByRole('main').getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  return rows.filter({ has: page.getByRole('link', { name, exact: true }) });
}

function names(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: 'Conversations' }).getByRole('link').allInnerTexts();
}

/** By the keyboard. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: action, exact: true });
  await item.waitFor();
  await expectPoll(async () => {
    if (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    return item.evaluate((element) => element === document.activeElement);
  }).toBe(true);
  await page.keyboard.press('Enter');
}

async function tap(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).tap();
  await page.getByRole('menuitem', { name: action, exact: true }).tap();
}

/** The person looks at the page, which had not the focus. */
function comeBack(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(window, { isFocused: true });
    window.dispatchEvent(new Event('focus'));
  });
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '');
}
