import type { Page } from 'playwright-core';
import { choose, messageBox, messagesWith, useBrowser, write } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

/** The message with a text, as an item of the history. */
function messageOf(page: Page, text: string) {
  return messagesWith(page).getByRole('listitem').filter({ hasText: text });
}

async function say(page: Page, text: string): Promise<void> {
  await write(page, text);
  await messagesWith(page).getByText(text, { exact: true }).waitFor();
}

describe('deleting', () => {
  it('asks first, removes a message or a conversation here and in another window, and keeps the others', async () => {
    const { page, agent, again } = await bench.withAgent({ viewport: { width: 1200, height: 800 }, at: '' });
    await say(page, 'Good morning');
    await say(page, 'My dear diary');
    const other = await again();
    await other.goto(`/agents/${agent.agentId}`);
    await messagesWith(other).getByText('My dear diary').waitFor();

    const bubble = messageOf(page, 'My dear diary');
    await bubble.hover();
    await bubble.getByRole('button', { name: /^Actions for the message/ }).click();
    await page.getByRole('menuitem', { name: 'Delete message…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this message?' });
    await question.getByText('If Mailbox has not received it yet, it will not.').waitFor();
    await question.getByRole('button', { name: 'Delete message' }).click();
    for (const window of [page, other]) {
      await messagesWith(window).getByText('My dear diary').waitFor({ state: 'detached' });
      await messagesWith(window).getByText('Good morning').waitFor();
    }
    await question.waitFor({ state: 'detached' });
    const socket = await bench.connect(agent);
    await socket.userMessage('Good morning');
    await say(page, 'And now?');
    await socket.userMessage('And now?');

    await page.getByRole('link', { name: 'New conversation' }).click();
    await page.getByText('Say hello').waitFor();
    await say(page, 'The second one');
    await page.waitForURL(/conversation=conv_/);
    // The other window reads what is gone.
    bench.expectInConsole(/404/);
    await other.goto(page.url());
    await messagesWith(other).getByText('The second one').waitFor();
    await choose(page, 'More actions', 'Delete conversation…');
    const dialog = page.getByRole('alertdialog', { name: 'Delete this conversation?' });
    await dialog.getByRole('button', { name: 'Delete conversation' }).click();
    await messagesWith(page).getByText('Good morning').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await other.getByRole('heading', { name: 'This conversation is deleted' }).waitFor();
    await expectPoll(() => messagesWith(other).getByText('The second one').count()).toBe(0);
    await expectPoll(() => messageBox(other).count()).toBe(0);

    await choose(page, 'More actions', 'Delete conversation…');
    await dialog.getByRole('button', { name: 'Delete conversation' }).click();
    await page.getByText('Say hello').waitFor();
    await page.reload();
    await page.getByText('Say hello').waitFor();
  });
});
