import type { Page } from 'playwright-core';
import { expectPoll } from './expect-poll.js';

/** Until a page has no message on its way: before that it asks whether to leave. */
export async function mayBeLeft(page: Page): Promise<void> {
  const isAsked = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expectPoll(isAsked).toBe(false);
}
