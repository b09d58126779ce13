/** @journey Every page on a phone. */
import type { Page } from 'playwright-core';
import { expectFits, messageBox, messagesWith, PHONE, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { pageSettled } from './page-settled.js';

const bench = useBrowser();

/** The least size of a target under a finger (WCAG 2.2, 2.5.8: 24; ours is larger), in pixels. */
const TARGET_PX_MIN = 24;

describe('on a phone', () => {
  it('no page is wider than the screen, and no target too small to hit', async () => {
    const long = { agent_name: 'An agent with quite a long name, as people give them' };
    const { page, agent } = await bench.withAgent({ ...PHONE, agent: long });
    await agent.send({
      text: `A long word: ${'x'.repeat(300)}\n\n\`\`\`\n${'y'.repeat(300)}\n\`\`\`\n\n|a|b|c|d|\n|-|-|-|-|\n|${'z'.repeat(60)}|2|3|4|`,
    });
    await agent.ask({ title: 'May I?', action: 'a'.repeat(200) });
    const own = `/agents/${agent.agentId}`;
    const pages = ['/', '/inbox', '/conversations', '/account', '/agents/new'];
    for (const path of [...pages, own, `${own}/tasks`, `${own}/deliveries`, `${own}/settings`]) {
      await page.goto(path);
      await pageSettled(page);
      await expectFits(page);
      await expectPoll(async () => [path, await smallTargets(page)]).toEqual([path, []]);
    }
  });

  it('names without a space wrap, and push no button out of sight', async () => {
    const { page, agent } = await bench.withAgent({
      ...PHONE,
      agent: { agent_name: 'n'.repeat(90) },
      at: '',
    });
    await page.getByRole('heading', { name: /^Say hello/ }).waitFor();
    await expectFits(page);
    await agent.send({ text: 'All of it', report_title: 't'.repeat(90) });
    await page.getByRole('button', { name: /^ttt/ }).tap();
    const close = await page.getByRole('dialog').getByRole('button', { name: 'Close' }).boundingBox();
    expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual(PHONE.viewport.width);
  });

  it('the bars leave room and lead to the open decisions, and the menu opens, leads on and closes', async () => {
    const { page, agent } = await bench.withAgent(PHONE);
    const { id } = await agent.tasks.createTriggered({ name: 'Invoice arrived' });
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    const url = await page.getByRole('region', { name: 'trigger URL' }).boundingBox();
    const button = await page.getByRole('button', { name: 'Copy trigger URL' }).boundingBox();
    expect((url?.x ?? 0) + (url?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
    const header = await page.getByRole('navigation', { name: 'Pages of Mailbox' }).boundingBox();
    expect((header?.y ?? 0) + (header?.height ?? 0)).toBeLessThanOrEqual(100);
    const inbox = page.getByRole('link', { name: /^Inbox/ });
    await expectPoll(() => inbox.innerText()).toBe('Inbox');
    await agent.ask({ title: 'May I?', action: 'restart' });
    await inbox.getByText('1').waitFor();
    await inbox.tap();
    await page.getByRole('heading', { name: 'May I?' }).waitFor();

    await page.getByRole('button', { name: 'Open menu' }).tap();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByRole('link', { name: /Mailbox/ }).tap();
    await page.waitForURL(`**/agents/${agent.agentId}`);
    await menu.waitFor({ state: 'detached' });
    await messageBox(page).fill('From the phone');
    await page.getByRole('button', { name: 'Send' }).tap();
    await messagesWith(page).getByText('From the phone').waitFor();
  });
});

function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const targets = [...document.querySelectorAll('button, [role=button], input, select, textarea, nav a')];
    const visible = targets.filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      const isForPrograms = target.closest('[aria-hidden=true]') !== null;
      return width > 1 && height > 1 && target.checkVisibility() && !isForPrograms;
    });
    const small = visible.filter((target) => {
      // What lies in a label is hit by hitting the label.
      const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
      return width < least || height < least;
    });
    return small.map((target) => target.outerHTML.slice(0, 120));
  }, TARGET_PX_MIN);
}
