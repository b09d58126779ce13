import type { Page, WebSocketRoute } from 'playwright-core';

/** Between the page and `/ws/client`: may be cut, and then refuses connections until it is mended. */
export async function cuttableLine(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket('**/ws/client', (route) => {
    if (isCut) {
      void route.close({ code: 1011 });
      return;
    }
    open.add(route);
    route.connectToServer();
  });
  return {
    async cut() {
      isCut = true;
      for (const route of open) await route.close({ code: 1011 });
      open.clear();
    },
    mend() {
      isCut = false;
    },
  };
}
