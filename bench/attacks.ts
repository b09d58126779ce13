/** What attacks that once worked cost a person and an agent who work meanwhile. The product is used through its public doors, as the services of `npm run services`. */
import { sleep } from '@svc/runtime';
import { base64, httpCall, inTime, OPCODES, Person, pngOf, Product, RawSocket, tinyJpeg } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { WebSocket } from 'ws';
import { Neighbour } from './support/neighbour.js';
import { processOf, processRssBytes } from './support/process-time.js';
import { printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { openScratch } from './support/scratch.js';
import { besideSilentCallers } from './support/silent-callers.js';
import type { SilentCall } from './support/silent-callers.js';

/** Only attacks whose name this regular expression matches. Default: all. */
const WANTED = new RegExp(process.env['BENCH_ATTACKS'] ?? '');
const MIB = 1024 * 1024;
/** Two hosts, as `X-Forwarded-For` names them. Whoever measures is on loopback, which the product trusts as a proxy. */
const [MALLORY, ADA] = ['203.0.113.66', '198.51.100.7'];
const NEIGHBOURS_CALLS = 5;
const SOCKETS_MAX = 400;
/** Attackers need many accounts, and the neighbour calls more often than people do. A host's share of sockets is a tenth of all, as by default. */
const SETTINGS = {
  RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  RATE_LIMIT_USER_PER_MINUTE: '100000',
  HUB_SOCKETS_MAX: String(SOCKETS_MAX),
  HUB_UNAUTHENTICATED_PER_ADDRESS: String(SOCKETS_MAX / 10),
};
/** As many as an agent may have, and stars so many that they fit. */
const RULES = { agents: 6, ofAgent: 200, stars: 900 };

interface Attacked {
  url: string;
  neighbour: Neighbour;
  hubMemoryBytes: () => number;
}

/** What an attack must not do: a wait beyond that at rest in milliseconds, calls that are refused, or MiB. */
interface Attack {
  name: string;
  max: number;
  unit: 'ms' | 'refused' | 'MiB';
  run(attacked: Attacked): Promise<number>;
}

const ATTACKS: readonly Attack[] = [
  {
    name: '200 sign-ins at once, from eight addresses (p99)',
    ...{ max: 200, unit: 'ms' },
    run: ({ url, neighbour }) =>
      neighbour.waitBeyondRestMs(
        () =>
          manyAtOnce(200, (index) =>
            postApart(
              `${url}/api/auth/sign-in/email`,
              { email: `nobody${index}@example.org`, password: 'no such password' },
              `203.0.113.${index % 8}`,
            ),
          ),
        0.99,
      ),
  },
  {
    name: '160 sign-outs a second without a session',
    ...{ max: 100, unit: 'ms' },
    run: ({ url, neighbour }) =>
      neighbour.waitBeyondRestMs(() =>
        manyAtOnce(240, async (index) => {
          await sleep((index / 160) * 1_000);
          await postApart(`${url}/api/auth/sign-out`, {}, MALLORY);
        }),
      ),
  },
  {
    name: `${RULES.ofAgent} rules of ${RULES.stars} stars, of ${RULES.agents} agents that ask 20 times a second`,
    ...{ max: 100, unit: 'ms' },
    async run({ url, neighbour }) {
      const person = await Person.signUp(url, 'Mallory');
      const agents = await Promise.all(Array.from({ length: RULES.agents }, () => withRules(person)));
      const askAgain = (agent: AgentClient): Promise<unknown> =>
        manyAtOnce(30, async (index) => {
          await sleep((index / 20) * 1_000);
          const id = await ask(agent, 'pay:nobody');
          await agent.call(`/api/agent/decisions/${id}/cancel`, { method: 'POST' });
        });
      return neighbour.waitBeyondRestMs(() => Promise.all(agents.map(askAgain)));
    },
  },
  {
    name: 'a JSON body of 16 MiB from an account, all of it empty lists',
    ...{ max: 100, unit: 'ms' },
    run: ({ url, neighbour }) =>
      besideMessage(url, neighbour, Buffer.from(`{"text":"x","unknown":${emptyLists(16 * MIB)}}`)),
  },
  {
    name: 'ten pictures of 5 MiB from an account, all of it empty parts',
    ...{ max: 100, unit: 'ms' },
    run: ({ url, neighbour }) =>
      besideMessage(url, neighbour, {
        images: Array<string>(10).fill(base64(jpegOfEmptyParts(5 * MIB))),
      }),
  },
  {
    name: 'six first frames of 7 MiB from strangers',
    ...{ max: 100, unit: 'ms' },
    run: ({ url, neighbour }) => neighbour.waitBeyondRestMs(() => sendFirstFrames(url)),
  },
  {
    name: 'growth of the hub by such frames',
    ...{ max: 32, unit: 'MiB' },
    async run({ url, hubMemoryBytes }) {
      const beforeBytes = hubMemoryBytes();
      let mostBytes = beforeBytes;
      const looking = setInterval(() => (mostBytes = Math.max(mostBytes, hubMemoryBytes())), 100);
      await sendFirstFrames(url).finally(() => clearInterval(looking));
      return (mostBytes - beforeBytes) / MIB;
    },
  },
  {
    name: '300 silent callers who announce a payload',
    ...{ max: 0, unit: 'refused' },
    async run({ url, neighbour }) {
      const { trigger_id: triggerId } = await neighbour.agent.tasks.createTriggered();
      const silent = { path: `/webhook/${'ab'.repeat(32)}`, headers: {}, announcedBytes: 256 * 1024 };
      return besideSilentCallers(url, Array(300).fill(silent), () =>
        refusedOf((call) => httpCall(`${url}/webhook/${triggerId}`, { body: { call } })),
      );
    },
  },
  {
    name: 'three accounts that send their images slowly',
    ...{ max: 0, unit: 'refused' },
    async run({ url, neighbour: { person, agent } }) {
      const slow = await manyAtOnce(3, async () => {
        const sender = await Person.signUp(url, 'Mallory');
        const path = `/api/client/agents/${(await sender.createAgent()).agentId}/messages`;
        const headers = { authorization: `Bearer ${sender.token}` };
        return Array<SilentCall>(3).fill({ path, headers, announcedBytes: 2 * MIB });
      });
      const images = [base64(pngOf(2 * MIB))];
      return besideSilentCallers(url, slow.flat(), () =>
        refusedOf(() => person.postMessage(agent.agentId, { images })),
      );
    },
  },
  {
    name: 'one host that holds sockets without a name',
    ...{ max: 0, unit: 'refused' },
    async run({ url, neighbour }) {
      const path = `${webSocketUrl(url)}/ws/agent/${neighbour.agent.agentId}`;
      const open: WebSocket[] = [];
      try {
        await manyAtOnce(SOCKETS_MAX, () => isTaken(path, MALLORY, open));
        const taken = await manyAtOnce(NEIGHBOURS_CALLS, () => isTaken(path, ADA, open));
        return taken.filter((isOpen) => !isOpen).length;
      } finally {
        for (const socket of open) socket.terminate();
      }
    },
  },
];

await runBench(async (leftovers) => {
  // A database of our own replaces the product's, so that its hub can be told from others.
  const { databaseUrl } = await openScratch(leftovers);
  const product = await Product.prepare({
    mode: 'services',
    settings: { ...SETTINGS, DATABASE_URL: databaseUrl },
  });
  leftovers.later(() => product.remove());
  await product.start();
  const neighbour = await Neighbour.settle(product.url);
  leftovers.later(async () => neighbour.leave());
  const hub = processOf('websocket-hub', { name: 'DATABASE_URL', value: databaseUrl });
  if (hub === undefined) throw new Error('There is no process of the hub');
  const attacked = { url: product.url, neighbour, hubMemoryBytes: () => processRssBytes(hub) };
  for (const { name, max, unit, run } of ATTACKS.filter((attack) => WANTED.test(attack.name))) {
    say(name);
    const figure = await run(attacked);
    printVerdict(name, {
      figure: `${Math.round(figure)} ${unit}`,
      target: `at most ${max} ${unit}`,
      isMet: figure <= max,
    });
  }
});

function manyAtOnce<T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

function webSocketUrl(url: string): string {
  return url.replace(/^http/, 'ws');
}

function emptyLists(bytes: number): string {
  return `[${'[],'.repeat(bytes / 3)}[]]`;
}

/** A call over connections that the neighbour does not wait for. What becomes of it does not matter. */
async function postApart(url: string, body: object, from: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
}

async function besideMessage(url: string, neighbour: Neighbour, body: object): Promise<number> {
  const person = await Person.signUp(url, 'Mallory');
  const { agentId } = await person.createAgent();
  return neighbour.waitBeyondRestMs(() => person.postMessage(agentId, body).catch(() => undefined));
}

function sendFirstFrames(url: string): Promise<unknown> {
  const payload = Buffer.from(emptyLists(7 * MIB));
  return manyAtOnce(6, async () => {
    const socket = await RawSocket.open(`${webSocketUrl(url)}/ws/agent/agt_${'0'.repeat(32)}`);
    socket.write({ opcode: OPCODES.text, payload });
    // A hub that is held may take longer than anybody waits; the neighbour notices.
    await socket.closeCode().catch(() => null);
  });
}

/** With so many empty tables as fit. */
function jpegOfEmptyParts(bytes: number): Buffer {
  const part = Buffer.from('ffdb0002', 'hex');
  const [begin, rest] = [tinyJpeg().subarray(0, 2), tinyJpeg().subarray(2)];
  const count = Math.floor((bytes - begin.length - rest.length) / part.length);
  return Buffer.concat([begin, Buffer.alloc(count * part.length, part), rest]);
}

/** An agent whose rules are as many and as long as they may be. Those that are refused do not matter. */
async function withRules(person: Person): Promise<AgentClient> {
  const agent = await person.createAgent();
  for (let index = 0; index < RULES.ofAgent; index += 1) {
    const id = await ask(agent, `pay:x${index}`);
    const always_allow_pattern = `pay:${'*'.repeat(RULES.stars)}x${index}`;
    const body = { status: 'approved', always_allow: true, always_allow_pattern };
    await person.call(`/decisions/${id}/resolve`, { body });
  }
  return agent;
}

async function ask(agent: AgentClient, action: string): Promise<string> {
  const answer = await agent.call('/api/agent/decisions', { body: { title: 'Send it?', action } });
  if (answer.status !== 201) throw new Error(`The request was refused: ${answer.status}`);
  return (answer.body as { decision_id: string }).decision_id;
}

async function refusedOf(call: (index: number) => Promise<HttpAnswer>): Promise<number> {
  let refused = 0;
  for (let index = 0; index < NEIGHBOURS_CALLS; index += 1)
    refused += Number((await call(index)).status >= 400);
  return refused;
}

async function isTaken(path: string, address: string, open: WebSocket[]): Promise<boolean> {
  const socket = new WebSocket(path, { headers: { 'x-forwarded-for': address } });
  open.push(socket);
  // A refusal is an error first.
  socket.on('error', () => undefined);
  const answered = new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
  return inTime(answered, 'a socket to open or to be refused');
}
