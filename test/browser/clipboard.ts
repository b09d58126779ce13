import { eventually } from '@svc/testkit';
import type { Page } from 'playwright-core';

/** What a button puts on the clipboard. */
export async function copied(page: Page, button: string): Promise<string> {
  // An earlier button may still say that it has copied, so only the clipboard itself tells.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: button }).click();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  const text = await eventually(read, (seen) => seen !== '', { what: `the text of “${button}”` });
  await page.getByRole('button', { name: 'Copied' }).first().waitFor();
  return text;
}
