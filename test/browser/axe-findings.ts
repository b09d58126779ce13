import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Everything on the page that axe-core calls serious or critical, with the elements. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Through the debugger, for the content security policy would not let it in.
  await page.evaluate(await AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: object): Promise<{ violations: Violation[] }> };
    };
    // Left out: where React Aria says, for a few seconds, what a button does that may be gone by then.
    return (await axe.run({ exclude: ['[data-live-announcer]'] })).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
}
