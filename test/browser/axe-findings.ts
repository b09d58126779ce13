import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expectPoll } from './expect-poll.js';
import { pageSettled } from './page-settled.js';

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe-core that look at colours; all others find the same in each scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Nothing may be on a page that axe-core calls serious or critical, in light or in dark colours. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await pageSettled(page);
  await expectPoll(() => axeFindings(page, what)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await pageSettled(page);
  await expectPoll(() => axeFindings(page, `${what}, in the dark`, COLOUR_RULES)).toEqual([]);
}

/** @param rules only these; without them all. */
async function axeFindings(page: Page, what: string, rules?: readonly string[]): Promise<string[]> {
  // Through the debugger, for the content security policy would not let it in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await AXE);
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as {
        axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> };
      };
      // Left out: where React Aria says, for a few seconds, what a button does that may be gone by then.
      return (await axe.run({ exclude: ['[data-live-announcer]'] }, options)).violations;
    },
    { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) },
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${what}: ${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
}
