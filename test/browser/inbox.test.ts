/** @waits-for-real-time Half of the time of a request has to pass. */
import type { Page } from 'playwright-core';
import { press, tabTo, untilFocused, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();

describe('the inbox', () => {
  it('shows what all agents ask, the newest first, as it comes', async () => {
    const { page, createAgent } = await bench.signedIn();
    const agent = await createAgent();
    const gatekeeper = await createAgent({ agent_name: 'Gatekeeper', kind: 'approval-only' });
    await page.goto('/inbox');
    await page.getByRole('heading', { name: 'No open decisions' }).waitFor();
    await agent.ask({ title: 'Send it?', description: 'It is **urgent**.', action: 'mail.send:ada' });
    await card(page, 'Send it?').getByText('mail.send:ada').waitFor();
    await expectPoll(() => card(page, 'Send it?').locator('strong').innerText()).toBe('urgent');
    await gatekeeper.ask({ title: 'Open the door?', expires_in_seconds: 300 });
    const door = card(page, 'Open the door?');
    await door.getByText(/expires in [45] min/).waitFor();
    await expectPoll(() => titles(page)).toEqual(['Open the door?', 'Send it?']);
    await door.getByRole('link', { name: 'Gatekeeper' }).waitFor();
    await page.getByRole('link', { name: /Inbox.*2 open decisions/ }).waitFor();
    await card(page, 'Send it?').getByRole('link', { name: 'Mailbox' }).click();
    await page.waitForURL(`**/agents/${agent.agentId}?conversation=*`);
  });

  it('marks a request at half of its time, and tells of it on other pages', async () => {
    const { page, agent, again } = await bench.withAgent();
    await page.goto('/inbox');
    const other = await again();
    await other.goto('/account');
    await agent.ask({ title: 'Send it?', expires_in_seconds: 16 });
    await card(page, 'Send it?').getByText('Needs your answer', { exact: true }).waitFor();
    await Promise.all([
      card(page, 'Send it?').getByText('Still needs your answer').waitFor(),
      other.getByText('“Send it?” still needs your answer. Half of the time has passed.').waitFor(),
    ]);
  });

  it('is worked through by keys: each pressed twice, not held or typed, and the next card takes the focus', async () => {
    const { page, agent } = await bench.withAgent();
    const socket = await bench.connect(agent);
    for (const title of ['Fourth', 'Third', 'Second', 'First']) await agent.ask({ title });
    await page.goto('/inbox');
    await focusOn(page, 'First');
    await page.keyboard.press('j');
    await focusOn(page, 'Second');
    await page.keyboard.press('ArrowDown');
    await focusOn(page, 'Third');
    await press(page, 'k', 'ArrowUp');
    await focusOn(page, 'First');

    // Once is not enough, another key begins anew, and Escape lets go.
    await page.keyboard.press('a');
    await card(page, 'First').getByText('Press A again to approve').waitFor();
    await page.keyboard.press('r');
    await card(page, 'First').getByText('Press R again to reject').waitFor();
    await page.keyboard.press('Escape');
    await card(page, 'First').getByText('again to').waitFor({ state: 'detached' });
    await press(page, 'a', 'a');
    await card(page, 'First').waitFor({ state: 'detached' });
    await page.getByText('Approved: First').waitFor();
    await focusOn(page, 'Second');

    await settled(page);
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: 'Note for the agent' });
    await untilFocused(note);
    await page.keyboard.type('aardvark rr dd jk');
    await expectPoll(() => note.inputValue()).toBe('aardvark rr dd jk');
    await page.keyboard.press('Escape');
    await focusOn(page, 'Second');
    // The driver repeats a key that goes down again before it came up.
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await card(page, 'Second').getByText('Press A again').waitFor();
    await expectPoll(() => personCall<unknown[]>(page, '/decisions?status=pending')).toHaveLength(3);
    await press(page, 'r', 'r');
    await focusOn(page, 'Third');
    await settled(page);
    await press(page, 'd', 'd');
    await focusOn(page, 'Fourth');
    await settled(page);
    await press(page, 'Shift+A', 'Shift+A');
    await page.getByRole('heading', { name: 'No open decisions' }).waitFor();

    const resolved = () => socket.events.filter(({ type }) => type === 'decision_resolved');
    const outcomes = () => resolved().map(({ status, note }) => [status, note]);
    await expectPoll(outcomes).toEqual([
      ['approved', ''],
      ['rejected', 'aardvark rr dd jk'],
      ['dismissed', ''],
      ['approved', ''],
    ]);
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('tab', { name: 'Open' }).focus();
    await page.keyboard.press('ArrowRight');
    await card(page, 'Second').getByText('“aardvark rr dd jk”').waitFor();
    await expectPoll(() => titles(page)).toEqual(['First', 'Second', 'Third', 'Fourth']);
    await card(page, 'Third').getByText('Dismissed').waitFor();
  });

  it('lets one allow for always without a mouse', async () => {
    // The service asks back.
    bench.expectInConsole(/422/);
    const { page, agent } = await bench.withAgent();
    const action = 'mail.send:ada@example.com';
    await agent.ask({ title: 'To Ada?', action, suggested_pattern: 'mail.send:*' });
    await page.goto('/inbox');
    await focusOn(page, 'To Ada?');
    const rules = () => personCall(page, `/decision-rules?agent_id=${agent.agentId}`);
    const tick = card(page, 'To Ada?').getByRole('checkbox', { name: /Always allow/ });
    await tabTo(tick);
    await page.keyboard.press('Space');
    await card(page, 'To Ada?').getByText('Covers 1 of the 1 request so far').waitFor();
    // What the agent suggests would allow everything of the verb: it is shown, and a person has to type it.
    await card(page, 'To Ada?').getByText('which allows almost everything').waitFor();
    await expectPoll(() => card(page, 'To Ada?').getByRole('button', { name: /^Use/ }).count()).toBe(0);
    await press(page, 'Tab', 'Control+A');
    await page.keyboard.type('mail.send:*');
    await page.keyboard.press('Escape');
    await focusOn(page, 'To Ada?');
    const dialog = page.getByRole('alertdialog', { name: 'Allow all of this?' });
    const approve = async (): Promise<void> => {
      await page.keyboard.press('a');
      await page.keyboard.press('a');
      await untilFocused(dialog.getByRole('button', { name: 'Go back' }));
    };
    for (const refusal of ['Enter', 'Escape']) {
      await approve();
      await page.keyboard.press(refusal);
      await dialog.waitFor({ state: 'detached' });
      await focusOn(page, 'To Ada?');
    }
    await expectPoll(rules).toEqual([]);
    await approve();
    await press(page, 'Tab', 'Enter');
    await page.getByText('Approved: To Ada?').waitFor();
    await expectPoll(rules).toMatchObject([{ pattern: 'mail.send:*' }]);
  });

  it('loses in one browser what is answered in another, and says so', async () => {
    const { page, agent, again } = await bench.withAgent();
    const other = await again();
    for (const title of ['Later', 'Sooner']) await agent.ask({ title });
    await page.goto('/inbox');
    await other.goto('/inbox');
    await focusOn(other, 'Sooner');
    await card(page, 'Sooner').getByRole('button', { name: 'Approve' }).click();
    await card(other, 'Sooner').waitFor({ state: 'detached' });
    await other.getByText('“Sooner” no longer needs your answer.').waitFor();
    await focusOn(other, 'Later');
    await expectPoll(() => titles(page)).toEqual(['Later']);
  });

  it('makes a rule of an approval, which then stands in the settings and can be revoked', async () => {
    const { page, agent } = await bench.withAgent();
    const pattern = 'mail.send:*@example.com';
    await agent.ask({ title: 'To Ben?', action: 'mail.send:ben@example.com' });
    await agent.ask({ title: 'To Ada?', action: 'mail.send:ada@example.com', suggested_pattern: pattern });
    await page.goto('/inbox');
    await card(page, 'To Ada?').getByText('Always allow requests like this one').click();
    const typed = () => page.getByRole('textbox', { name: 'Pattern' }).inputValue();
    await expectPoll(typed).toBe('mail.send:ada@example.com');
    const use = card(page, 'To Ada?').getByRole('button', { name: `Use the pattern ${pattern}` });
    await use.click();
    await expectPoll(typed).toBe(pattern);
    await card(page, 'To Ada?').getByText('Covers 2 of the 2 requests so far').waitFor();
    await page.getByRole('textbox', { name: 'Pattern' }).fill('mail.send:ada@*');
    await card(page, 'To Ada?').getByText('Covers 1 of the 2 requests so far').waitFor();
    await page.getByRole('textbox', { name: 'Pattern' }).fill(pattern);
    await card(page, 'To Ada?').getByRole('button', { name: /For$/ }).click();
    await page.getByRole('option', { name: 'A day' }).click();
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await card(page, 'To Ada?').getByRole('button', { name: 'Approve always' }).click();
    await card(page, 'To Ada?').waitFor({ state: 'detached' });
    await agent.ask({ title: 'To Cleo?', action: 'mail.send:cleo@example.com' });
    await page.getByRole('tab', { name: 'Answered' }).click();
    await card(page, 'To Cleo?').getByText('Approved by a rule').waitFor();
    await page.goto(`/agents/${agent.agentId}/settings`);
    await page.getByText('ends in 24 h').waitFor();
    await page.getByRole('button', { name: `Revoke ${pattern}` }).click();
    await page.getByText('The rule is revoked. The agent will ask again.').waitFor();
    await page.getByRole('button', { name: /Revoke/ }).waitFor({ state: 'detached' });
    const next = await agent.ask({ title: 'To Dora?', action: 'mail.send:dora@example.com' });
    expect(next).toMatchObject({ status: 'pending' });
  });
});

function card(page: Page, title: string) {
  return page.getByRole('article', { name: title });
}

function titles(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allInnerTexts();
}

/** Until the card with this title has the focus. */
async function focusOn(page: Page, title: string): Promise<void> {
  await page.waitForFunction(
    (expected) => document.activeElement?.querySelector(':scope > header h3')?.textContent === expected,
    title,
  );
}

/** Until a list that has changed takes presses again. */
async function settled(page: Page): Promise<void> {
  await page.locator('[data-settling]').waitFor({ state: 'detached' });
}
