import { tinyPng, WebhookReceiver } from '@svc/testkit';
import type { WebhookAnswer } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { expectAccessible } from './axe-findings.js';
import { expectFits, PHONE, useBrowser } from './browser-bench.js';
import type { Visitor } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { personCall } from './person-call.js';

const bench = useBrowser();

const LONG_NAME =
  'An agent, a task or a request with quite a long name, as people give them if nobody stops them';
const LONG_WORD = 'w'.repeat(180);

const MARKDOWN = `# Title\n\n\`code\` and [a link](https://example.com)\n\n- [x] done\n\n|a|\n|-|\n|${'z'.repeat(180)}|`;

const firstButton = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

/** A page with something on it, and what is done there before it is looked at. */
interface Scene {
  name: string;
  path: (place: Place) => string;
  prepare?: (page: Page) => Promise<void>;
}

interface Place {
  agentId: string;
  cronId: string;
  eventId: string;
}

const SCENES: readonly Scene[] = [
  { name: 'the start page', path: () => '/' },
  { name: 'the account', path: () => '/account' },
  { name: 'the code of a program', path: () => '/device' },
  {
    name: 'hits of a search',
    path: () => `/search?q=${LONG_WORD}`,
    prepare: (page) => page.getByRole('list', { name: 'Results' }).waitFor(),
  },
  { name: 'the chat', path: ({ agentId }) => `/agents/${agentId}` },
  {
    name: 'the inbox with an open rule',
    path: () => '/inbox',
    prepare: async (page) => {
      await page.getByText('Always allow requests like this one').first().click();
      await page.getByText(/Covers \d+ of/).waitFor();
      await page.getByRole('button', { name: 'Add a note' }).first().click();
    },
  },
  {
    name: 'the answered decisions',
    path: () => '/inbox',
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Answered' }).click();
      await page.getByText('“A note”').waitFor();
    },
  },
  { name: 'the tasks', path: ({ agentId }) => `/agents/${agentId}/tasks` },
  {
    name: 'a task with runs',
    path: ({ agentId, cronId }) => `/agents/${agentId}/tasks/${cronId}`,
    prepare: (page) => firstButton(page, /Failed/).waitFor(),
  },
  {
    name: 'a task with a trigger that was called',
    path: ({ agentId, eventId }) => `/agents/${agentId}/tasks/${eventId}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText(/^(A run was created|The run |Duplicate:)/).waitFor();
    },
  },
  {
    name: 'a run',
    path: ({ agentId, cronId }) => `/agents/${agentId}/tasks/${cronId}`,
    prepare: async (page) => {
      await firstButton(page, /Running/).click();
      await page.getByRole('heading', { name: 'Scratchpad' }).waitFor();
    },
  },
  {
    name: 'the form of a task',
    path: ({ agentId }) => `/agents/${agentId}/tasks`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New task' }).click();
      await page.getByText('The next five runs').waitFor();
    },
  },
  {
    name: 'the deliveries with an open event and a test',
    path: ({ agentId }) => `/agents/${agentId}/deliveries`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Test webhook' }).click();
      await page.getByText('The test failed.').waitFor();
      await firstButton(page, /Failed/).click();
      await page.getByRole('list', { name: 'Attempts' }).waitFor();
    },
  },
  {
    name: 'the settings',
    path: ({ agentId }) => `/agents/${agentId}/settings`,
    prepare: async (page) => {
      await page.getByText('Expired and revoked keys (1)').click();
      await page.getByText('Revoked', { exact: true }).waitFor();
    },
  },
  {
    name: 'a key that is shown once',
    path: ({ agentId }) => `/agents/${agentId}/settings`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New key' }).click();
      const form = page.getByRole('dialog', { name: 'New key' });
      await form.getByRole('textbox', { name: 'Name' }).fill(LONG_NAME);
      await form.getByText('Reading:').click();
      await form.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog', { name: 'New key' }).waitFor();
    },
  },
];

describe('in light and in dark colours, axe-core finds nothing', () => {
  it.each(['/sign-in', '/sign-up'])('at the door %s', async (path) => {
    await expectAccessible(await bench.open(path), path);
  });

  it('on the pages of who makes a first agent', async () => {
    const { page } = await bench.signedIn();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
    await expectAccessible(page, 'no agent');
    await page.goto('/agents/new');
    await page.getByLabel('Name').fill('Mailbox');
    await expectAccessible(page, 'the form of an agent');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Mailbox is ready' }).waitFor();
    await expectAccessible(page, 'a new agent');
  });
});

describe.each([
  { width: 1280, options: {} },
  { width: 390, options: PHONE },
])('pages full of data, $width pixels wide', ({ options }) => {
  let receiver: WebhookReceiver;
  let visitor: Visitor;
  let place: Place;

  beforeAll(async () => {
    const fail: WebhookAnswer = (_delivery, response) => response.writeHead(500).end(`Broken ${LONG_WORD}`);
    receiver = await WebhookReceiver.open(fail);
    visitor = await bench.signedIn();
    place = await furnish(visitor, receiver.url);
  });
  afterAll(() => receiver.close());

  it.each(SCENES)('have no serious finding of axe-core in any colours and fit: $name', async (scene) => {
    const page = await visitor.again(options);
    await page.goto(scene.path(place));
    await page.getByRole('main').waitFor();
    await scene.prepare?.(page);
    await expectAccessible(page, scene.name);
    await expectFits(page);
  });
});

/** An agent in trouble with a bit of everything, in names as long as they get. */
async function furnish({ page, createAgent }: Visitor, webhookUrl: string): Promise<Place> {
  const agent = await createAgent({ agent_name: LONG_NAME, webhook_url: `${webhookUrl}/${LONG_WORD}` });
  const { agentId, tasks } = agent;
  for (let count = 0; count < 5; count += 1)
    await personCall(page, `/agents/${agentId}/messages`, { data: { text: 'Hello' } });
  const cron = await tasks.create({ name: LONG_NAME, prompt: LONG_WORD, schedule: '*/5 9-17 * * 1-5' });
  const event = await tasks.createTriggered({ name: LONG_WORD });
  for (const status of ['completed', 'failed'] as const)
    await tasks.complete(await tasks.start(cron.id), { status, summary: `${status} ${LONG_WORD}` });
  await tasks.append(await tasks.start(cron.id), `A note ${LONG_WORD}`);
  const action = `mail.send:${LONG_WORD}`;
  const answered = await agent.ask({ title: `Earlier ${LONG_WORD}`, description: LONG_NAME, action });
  const resolution = { status: 'approved', note: 'A note', always_allow: true };
  await personCall(page, `/decisions/${answered.decision_id}/resolve`, { data: resolution });
  const description = `- ${LONG_WORD}\n- \`code\``;
  await agent.ask({ title: LONG_NAME, description, action: 'a.b:c', expires_in_seconds: 300 });
  const field = { type: 'string', title: LONG_WORD, enum: [LONG_WORD] };
  await agent.ask({ title: LONG_WORD, answer_schema: { type: 'object', properties: { field } } });
  const { body } = await agent.post({ text: MARKDOWN });
  const { conversation_id } = body as { conversation_id: string };
  const report = { report_title: LONG_WORD, report_description: LONG_NAME, text: LONG_WORD };
  await agent.send({ ...report, conversation_id, image_base64: tinyPng().toString('base64') });
  const keys = `/agents/${agentId}/keys`;
  const scopes = ['messages', 'tasks', 'decisions', 'events', 'read'];
  for (const name of [LONG_NAME, 'k'.repeat(100)]) {
    const key = await personCall<{ key_id: string }>(page, keys, { data: { name, scopes } });
    if (name === LONG_NAME) await personCall(page, `${keys}/${key.key_id}`, { method: 'DELETE' });
  }
  await expectPoll(() => personCall(page, `/agents/${agentId}`)).toMatchObject({ status: 'error' });
  return { agentId, cronId: cron.id, eventId: event.id };
}
