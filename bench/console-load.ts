/** The console's first load: how much comes over the network, and when it can be used, on a laptop and on a phone far from the server. */
import { httpCall, Product } from '@svc/testkit';
import { loadPage, openBrowser } from './support/page-load.js';
import type { Device, PageLoad } from './support/page-load.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { percentile } from './support/statistics.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);

/** The largest paint that Web Vitals call good, in milliseconds. */
const LARGEST_PAINT_MS_MAX = 2_500;

const DEVICES: readonly Device[] = [
  { name: 'laptop, this machine', viewport: { width: 1280, height: 800 }, cpuSlowdown: 1, network: null },
  {
    // What Lighthouse takes for a phone: a slow 4G connection, and a processor four times slower.
    name: 'phone, slow 4G',
    viewport: { width: 390, height: 844 },
    cpuSlowdown: 4,
    network: { latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 },
  },
];

await runBench(async (leftovers) => {
  const product = await Product.prepare({ mode: 'all-in-one', settings: {} });
  leftovers.later(() => product.remove());
  leftovers.later(() => product.stop());
  await product.start();
  const { cookie, agentId } = await signedUp(product.url);
  const pages = [
    { name: 'sign in', path: '/sign-in', usable: 'button[type=submit]', cookie: null },
    { name: 'agents', path: '/', usable: `a[href="/agents/${agentId}"]:visible`, cookie },
    { name: 'chat', path: `/agents/${agentId}`, usable: 'textarea', cookie },
  ];
  const browser = await openBrowser(leftovers);
  for (const device of DEVICES) {
    const medians: { name: string; load: PageLoad }[] = [];
    for (const page of pages) {
      say(`${page.name}, ${device.name}`);
      const loads: PageLoad[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        loads.push(await loadPage(browser, device, { ...page, url: `${product.url}${page.path}` }));
      }
      medians.push({ name: page.name, load: medianOf(loads) });
    }
    print(device, medians);
  }
});

function print(device: Device, medians: { name: string; load: PageLoad }[]): void {
  printTable(
    `First load, ${device.name}, median of ${ROUNDS}`,
    ['', 'KiB', 'of it scripts', 'first paint ms', 'largest paint ms', 'usable ms', 'blocked ms'],
    medians.map(({ name, load }) => [
      name,
      Math.round(load.transferredBytes / 1024),
      Math.round(load.scriptBytes / 1024),
      Math.round(load.firstPaintMs),
      Math.round(load.largestPaintMs),
      Math.round(load.usableMs),
      Math.round(load.blockedMs),
    ]),
  );
  for (const { name, load } of medians) {
    printVerdict(`${name}, ${device.name}, largest paint`, {
      figure: `${Math.round(load.largestPaintMs)} ms`,
      target: `at most ${LARGEST_PAINT_MS_MAX} ms`,
      isMet: load.largestPaintMs <= LARGEST_PAINT_MS_MAX,
    });
  }
}

function medianOf(loads: readonly PageLoad[]): PageLoad {
  const median = (key: keyof PageLoad): number =>
    percentile(
      loads.map((load) => load[key]),
      0.5,
    );
  return {
    transferredBytes: median('transferredBytes'),
    scriptBytes: median('scriptBytes'),
    firstPaintMs: median('firstPaintMs'),
    largestPaintMs: median('largestPaintMs'),
    usableMs: median('usableMs'),
    blockedMs: median('blockedMs'),
  };
}

/** A visitor with an agent, and the cookie that says so. */
async function signedUp(url: string): Promise<{ cookie: { name: string; value: string }; agentId: string }> {
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const answer = await httpCall(`${url}/api/auth/sign-up/email`, { body: account, headers: { origin: url } });
  const [pair = ''] = answer.headers['set-cookie']?.[0]?.split(';', 1) ?? [];
  const at = pair.indexOf('=');
  const token = String(answer.headers['set-auth-token']);
  const agent = await httpCall(`${url}/api/client/agents`, {
    body: { agent_name: 'Echo', kind: 'interactive' },
    headers: { authorization: `Bearer ${token}` },
  });
  const { agent_id: agentId } = agent.body as { agent_id: string };
  return { cookie: { name: pair.slice(0, at), value: pair.slice(at + 1) }, agentId };
}
