import { eventually } from '@svc/testkit';
import type { Page, Request } from 'playwright-core';

const requestsOf = new WeakMap<Page, { unanswered: Set<Request>; begun: number }>();

/** From now on the requests of a page are known, for `pageSettled`. */
export function followRequests(page: Page): void {
  const unanswered = new Set<Request>();
  const requests = { unanswered, begun: 0 };
  let document: Request | undefined;
  requestsOf.set(page, requests);
  page.on('request', (request) => {
    requests.begun += 1;
    unanswered.add(request);
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) document = request;
  });
  page.on('requestfinished', (request) => void unanswered.delete(request));
  page.on('requestfailed', (request) => void unanswered.delete(request));
  page.on('framenavigated', (frame) => {
    // A way within the app asks for no document.
    if (frame !== page.mainFrame() || document === undefined) return;
    // Nobody may tell any more how what the former document asked for has ended.
    for (const request of unanswered) if (request !== document) unanswered.delete(request);
    document = undefined;
  });
}

/** Until a page shows all that it has: nothing is being fetched or stands for what is, and nothing moves. */
export async function pageSettled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  const look = async () => {
    const before = seenOf(page);
    const shown = await page.evaluate(async () => {
      // What has just come is drawn by then, and what it asks for is on its way.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const running = document.getAnimations().filter(({ playState }) => playState === 'running');
      const moving = running.filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      const isLoading = document.querySelector('[data-loading]') !== null;
      return { isLoading, fonts: document.fonts.status, moving: moving.length };
    });
    return { shown, before, after: seenOf(page) };
  };
  // A look fails where the page is exchanged meanwhile.
  const lookOrFailure = () => look().catch((error: Error) => ({ failure: error.message }));
  await eventually(lookOrFailure, isSettled, { what: 'the page to be settled' });
}

interface Seen {
  unanswered: string[];
  begun: number;
}

function seenOf(page: Page): Seen {
  const { unanswered, begun } = requestsOf.get(page) ?? { unanswered: new Set(), begun: 0 };
  return { unanswered: [...unanswered].map((request) => request.url()), begun };
}

type Look =
  | { failure: string }
  | { shown: { isLoading: boolean; fonts: string; moving: number }; before: Seen; after: Seen };

function isSettled(look: Look): boolean {
  if ('failure' in look) return false;
  const { shown, before, after } = look;
  // What was answered during the look may not have been drawn by the time of it.
  const isQuiet = before.unanswered.length === 0 && after.begun === before.begun;
  return isQuiet && shown.moving === 0 && !shown.isLoading && shown.fonts === 'loaded';
}
