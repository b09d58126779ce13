import type { AgentClient } from '@svc/testkit';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from './axe-findings.js';
import { press, tabTo, untilFocused, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();
const ACTION = 'mail.send:ada@example.com';

const FORM = {
  type: 'object',
  title: 'The offer',
  description: 'Check it before it goes out.',
  properties: {
    to: { type: 'string', title: 'To', description: 'An e-mail address.', minLength: 3, maxLength: 100 },
    amount: { type: 'number', title: 'Amount in euros', minimum: 1, maximum: 5_000 },
    copies: { type: 'integer', default: 1 },
    tone: { type: 'string', title: 'Tone', enum: ['formal', 'friendly', 'x'.repeat(200)] },
    text: { type: 'string', title: 'Text', maxLength: 2_000 },
    valid_until: { type: 'string', title: 'Valid until', format: 'date' },
    send_at: { type: 'string', title: 'Send at', format: 'date-time' },
    terms: { type: 'boolean', title: 'Attach our terms', description: 'Two pages.' },
  },
  required: ['to', 'amount', 'tone'],
};
const PROPOSED = { to: 'ada@example.com', amount: 1_200, text: 'Dear Ada,\n\nhere it is.', terms: true };

describe('the form of a request', () => {
  it('is filled in by keyboard: what is wrong is said beside it, and the agent gets the answer', async () => {
    const { page, agent } = await bench.withAgent();
    const socket = await bench.connect(agent);
    await ask(agent, { answer_schema: FORM, proposed: PROPOSED, action: ACTION });
    await page.goto('/inbox');
    const card = cardIn(page);
    await untilFocused(card);
    await expectAccessible(page, 'a form in the inbox');
    await expectPoll(() => card.getByRole('textbox', { name: 'Amount in euros' }).inputValue()).toBe('1200');
    await expectPoll(() => card.getByRole('textbox', { name: /^Text/ }).inputValue()).toBe(PROPOSED.text);
    await expectPoll(() => card.getByRole('checkbox', { name: 'Attach our terms' }).isChecked()).toBe(true);
    // A rule could not fill in the tone.
    await expectPoll(() => card.getByRole('checkbox', { name: /Always allow/ }).count()).toBe(0);

    // The keys of the card approve nothing that is wrong, and lead to it.
    await press(page, 'a', 'a');
    await card.getByText('Fill this in.').waitFor();
    await untilFocused(card.getByRole('button', { name: /Tone/ }));
    await expectAccessible(page, 'a form with an error');
    // On a list of choices a letter chooses, and answers nothing.
    await page.keyboard.press('f');
    await expectPoll(() => card.getByRole('button', { name: /Tone/ }).innerText()).toBe('formal');
    await expectPoll(() => card.getByText('Fill this in.').count()).toBe(0);
    await tabTo(card.getByRole('textbox', { name: 'Amount in euros' }), 'Shift+Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('9000');
    await card.getByText('Write a number up to 5000.').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1150');
    await card.getByLabel('Valid until').fill('2026-03-31');
    await card.getByLabel('Send at').fill('2026-03-02T09:30');
    await page.keyboard.press('Escape');
    await untilFocused(card);
    await press(page, 'a', 'a');
    await page.getByText('Approved: Send the offer?').waitFor();
    const answer = {
      ...{ ...PROPOSED, amount: 1_150, copies: 1, tone: 'formal' },
      ...{ valid_until: '2026-03-31', send_at: '2026-03-02T09:30:00.000Z' },
    };
    const answers = () =>
      socket.events.filter(({ type }) => type === 'decision_resolved').map((event) => event['answer']);
    await expectPoll(answers).toEqual([answer]);
    await page.getByRole('tab', { name: 'Answered' }).click();
    const given = cardIn(page).locator('dl');
    await given.getByText('1150 (proposed: 1200)').waitFor();
    await given.getByText('Yes', { exact: true }).waitFor();
    await expectPoll(() => cardIn(page).getByRole('textbox').count()).toBe(0);
    await expectAccessible(page, 'the answer of a form');
  });
});

const ask = (agent: AgentClient, question: object) => agent.ask({ title: 'Send the offer?', ...question });

function cardIn(page: Page): Locator {
  return page.getByRole('article', { name: 'Send the offer?' });
}
