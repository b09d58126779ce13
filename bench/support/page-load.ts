import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import type { Leftovers } from './run-bench.js';

/** What a visitor has: a network and a processor. */
export interface Device {
  name: string;
  viewport: { width: number; height: number };
  /** How many times slower than this machine. */
  cpuSlowdown: number;
  /** `null` for loopback as it is. */
  network: { latencyMs: number; bytesPerSecond: number } | null;
}

export interface PageLoad {
  transferredBytes: number;
  scriptBytes: number;
  firstPaintMs: number;
  largestPaintMs: number;
  /** Until what the page is for can be used. */
  usableMs: number;
  /** What tasks beyond 50 ms took of the time until then, as Lighthouse's total blocking time. */
  blockedMs: number;
}

/** `npm run bench` looks for a browser, and names it here. */
function programOf({ TEST_CHROMIUM: program }: NodeJS.ProcessEnv): string {
  if (program === undefined) throw new Error('TEST_CHROMIUM names no browser');
  return program;
}

export async function openBrowser(leftovers: Leftovers): Promise<Browser> {
  const browser = await launchBrowser();
  leftovers.later(() => browser.close());
  return browser;
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: programOf(process.env),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}

/** Loads a page into an empty cache, signed in if there is a cookie. `usable` is a selector of what the visitor waits for. */
export async function loadPage(
  browser: Browser,
  device: Device,
  visit: { url: string; usable: string; cookie: { name: string; value: string } | null },
): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: device.viewport });
  try {
    if (visit.cookie !== null)
      await context.addCookies([{ ...visit.cookie, url: new URL(visit.url).origin }]);
    const page = await context.newPage();
    const transferred = await slowDown(page, device);
    await page.addInitScript(OBSERVE);
    await page.goto(visit.url, { waitUntil: 'commit' });
    await page.locator(visit.usable).first().waitFor({ timeout: 60_000 });
    const usableMs = Number(await page.evaluate('performance.now()'));
    // A paint is told of a moment after it was made.
    await page.waitForFunction('window.seenLoad.largestPaintMs > 0');
    const seen = (await page.evaluate<unknown>(READ)) as Omit<
      PageLoad,
      'transferredBytes' | 'scriptBytes' | 'usableMs'
    >;
    return { ...seen, ...transferred(), usableMs };
  } finally {
    await context.close();
  }
}

/** Bytes are counted as they came over the network, compressed and with their headers. */
async function slowDown(
  page: Page,
  { cpuSlowdown, network }: Device,
): Promise<() => Pick<PageLoad, 'transferredBytes' | 'scriptBytes'>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (network !== null) {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    });
  }
  const types = new Map<string, string>();
  const bytes = { transferredBytes: 0, scriptBytes: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.transferredBytes += encodedDataLength;
    if (types.get(requestId) === 'Script') bytes.scriptBytes += encodedDataLength;
  });
  return () => ({ ...bytes });
}

/** Runs in the page before anything of its own. */
const OBSERVE = `
  window.seenLoad = { largestPaintMs: 0, blockedMs: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seenLoad.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seenLoad.blockedMs += entry.duration - 50;
  }).observe({ type: 'longtask', buffered: true });`;

const READ = `({
  ...window.seenLoad,
  firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
})`;
