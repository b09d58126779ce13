import { answerWith, neverAnswer } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { expectAccessible } from './axe-findings.js';
import { expectFits, messagesWith, PHONE, untilFocused, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { pageSettled } from './page-settled.js';
import { personCall, say } from './person-call.js';

const bench = useBrowser();

/** Waits until so many of the agent's events have failed. */
const failed = (page: Page, agentId: string, count: number) =>
  expectPoll(() => personCall(page, `/agents/${agentId}/events?state=failed`)).toHaveLength(count);

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Send events again' });
const replaysOf = (page: Page) => page.getByRole('list', { name: 'Sent again' }).getByRole('listitem');

async function choose(page: Page, field: string, option: string): Promise<void> {
  const opener = dialogOf(page).getByRole('button', { name: new RegExp(field) });
  await opener.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** No field reaches beyond the dialog. */
function fitsTheDialog(page: Page): Promise<void> {
  const beyond = (dialog: Element) => {
    const { right } = dialog.getBoundingClientRect();
    const fields = [...dialog.querySelectorAll('input, button')];
    return fields.filter((field) => field.getBoundingClientRect().right > right).length;
  };
  return expectPoll(() => dialogOf(page).evaluate(beyond)).toBe(0);
}

describe('events that are sent again', () => {
  it('are chosen by state, type and time, counted before, and shown with what became of them', async () => {
    const { page, agent, hook } = await bench.withWebhook(answerWith(500));
    for (const text of ['One', 'Two', 'Three']) await say(page, agent.agentId, text);
    await failed(page, agent.agentId, 3);
    const ids = new Set(hook.deliveries.items.map(({ headers }) => headers['x-svc-event-id']));
    hook.deliveries.items.splice(0);
    hook.answer = answerWith(200);
    await page.goto(`/agents/${agent.agentId}/deliveries`);
    // With the keyboard alone.
    const button = page.getByRole('button', { name: 'Send again' });
    await button.press('Enter');
    await dialogOf(page).getByText('3 events match.').waitFor();
    await expectAccessible(page, 'the dialog of a replay');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await untilFocused(button);

    await button.click();
    await choose(page, 'Type', 'Task due');
    await dialogOf(page).getByText('No events match.').waitFor();
    await choose(page, 'Type', 'All types');
    await choose(page, 'Created', 'From … to …');
    const submit = dialogOf(page).getByRole('button', { name: 'Send again' });
    await expectPoll(() => submit.isDisabled()).toBe(true);
    await fitsTheDialog(page);
    await dialogOf(page).getByLabel('From (your time)').fill('2026-01-02T10:00');
    await dialogOf(page).getByLabel('To (your time)').fill('2026-01-02T09:00');
    await dialogOf(page).getByText('This must be later than the start.').waitFor();
    await dialogOf(page).getByLabel('To (your time)').fill('');
    await choose(page, 'Created', 'At any time');
    await choose(page, 'Rate', '50 per second');
    await dialogOf(page).getByText('3 events match.').waitFor();
    await submit.click();
    await page.getByText('Sending the events again.').waitFor();
    const outcome = /Failed events.*Finished.*3 sent · 3 received/s;
    await replaysOf(page).filter({ hasText: outcome }).waitFor();
    const again = hook.deliveries.items;
    // Attempts of one agent may overtake each other, and one that is answered late is made again.
    expect(new Set(hook.texts)).toEqual(new Set(['One', 'Two', 'Three']));
    expect(new Set(again.map(({ headers }) => headers['x-svc-event-id']))).toEqual(ids);
    await expectAccessible(page, 'replays');
  });

  it('show how far it is, wait for one another, and can be cancelled, on a phone as well', async () => {
    const { page, agent, hook } = await bench.withWebhook(answerWith(500), PHONE);
    for (const text of ['One', 'Two', 'Three']) await say(page, agent.agentId, text);
    await failed(page, agent.agentId, 3);
    hook.answer = neverAnswer;
    await page.goto(`/agents/${agent.agentId}/deliveries`);
    for (const rate of ['1 per second', '5 per second']) {
      await page.getByRole('button', { name: 'Send again' }).tap();
      await choose(page, 'Rate', rate);
      const counted = dialogOf(page).getByText(/events? match(es)?\./);
      await counted.waitFor();
      await expectFits(page);
      await dialogOf(page).getByRole('button', { name: 'Send again' }).tap();
      await dialogOf(page).waitFor({ state: 'detached' });
    }
    const first = replaysOf(page).filter({ hasText: '1 per second' });
    const second = replaysOf(page).filter({ hasText: '5 per second' });
    await first.getByText('In progress', { exact: true }).waitFor();
    await first.getByText(/in progress/).waitFor();
    await first.getByRole('progressbar', { name: 'Progress through the log' }).waitFor();
    await second.getByText('Queued').waitFor();
    await expectFits(page);
    await second.getByRole('button', { name: 'Cancel' }).tap();
    await second.getByText('Cancelled', { exact: true }).waitFor();
    await first.getByRole('button', { name: 'Cancel' }).tap();
    await first.getByText('Cancelled', { exact: true }).waitFor();
    await first.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  });
});

describe('deliveries that are held back', () => {
  it('are told in all places, can be tried at once, and go on when the webhook takes one', async () => {
    const { page, agent, hook } = await bench.withWebhook(answerWith(500));
    const { agentId } = agent;
    const breaker = async () =>
      (await personCall<{ webhook_breaker: { held_events: number } | null }>(page, `/agents/${agentId}`))
        .webhook_breaker;
    for (let count = 1; (await breaker()) === null; count += 1) {
      await say(page, agentId, `Failing ${count}`);
      await failed(page, agentId, count);
    }
    for (const text of ['One', 'Two', 'Three']) await say(page, agentId, text);
    await expectPoll(async () => (await breaker())?.held_events).toBe(3);

    await page.goto('/');
    await page.getByRole('main').getByText('Deliveries held back').waitFor();
    await page.getByRole('link', { name: /deliveries held back/ }).waitFor();
    await page.goto(`/agents/${agentId}`);
    await messagesWith(page).getByRole('link', { name: 'Held back' }).waitFor();
    await page.goto(`/agents/${agentId}/deliveries`);
    const notice = page.getByRole('region', { name: 'Health' }).getByRole('status');
    await notice.getByText(/100% of the last 2\d attempts failed/).waitFor();
    await notice.getByText('Held events').waitFor();
    for (const text of ['One', 'Two', 'Three'])
      await page.getByRole('button', { name: new RegExp(`Held back ${text}`) }).waitFor();
    // The first says since when.
    const facts = async () => (await notice.locator('dd').allInnerTexts()).slice(1);
    // Half a minute after the breaker has opened it says 9.
    const aboutTenMinutes = expect.stringMatching(/^in (10|9) min$/);
    await expectPoll(facts).toEqual(['3', '0', aboutTenMinutes]);
    await expectAccessible(page, 'held deliveries');
    await page.setViewportSize(PHONE.viewport);
    await pageSettled(page);
    await expectFits(page);

    await notice.getByRole('button', { name: 'Try now' }).click();
    await page.getByText('Trying the next event.').waitFor();
    await expectPoll(facts).toEqual(['2', '1', aboutTenMinutes]);
    hook.answer = answerWith(200);
    await notice.getByRole('button', { name: 'Try now' }).click();
    await notice.waitFor({ state: 'detached' });
    await expectPoll(() => page.getByText('Deliveries held back').count()).toBe(0);
    await expectPoll(breaker).toBeNull();
    await expectPoll(() => hook.texts).toEqual(expect.arrayContaining(['Two', 'Three']));
  });
});
