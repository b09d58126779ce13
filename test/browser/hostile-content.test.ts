import { tinyPng } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { baseUrl, messagesWith, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { pageSettled } from './page-settled.js';
import { say } from './person-call.js';

const bench = useBrowser();

const SCRIPT = '<img src=x onerror="window.attacked=1">';
/** Each would set a mark or call a stranger if it ran. */
const ATTACKS = [
  '<script>window.attacked = 1</script>',
  '<img src=x onerror="window.attacked = 1">',
  '<svg onload="window.attacked = 1"></svg>',
  '<iframe srcdoc="<script>parent.attacked = 1</script>"></iframe>',
  '[click](javascript:window.attacked=1)',
  '[click](data:text/html,<script>window.attacked=1</script>)',
  '![picture](http://127.0.0.1:9/seen.png)',
  '<a href="javascript:window.attacked=1">click</a>',
  '<style>* { display: none }</style>',
  '<form action="http://127.0.0.1:9/"><input name="password"></form>',
];

describe('what others wrote', () => {
  it('does nothing as a message, a report or a name', async () => {
    const { page, createAgent } = await bench.signedIn();
    const foreign = watchForeignRequests(page);
    const agent = await createAgent({ agent_name: SCRIPT });
    const socket = await bench.connect(agent);
    await page.goto(`/agents/${agent.agentId}`);
    await page.getByText('Say hello').waitFor();
    const { conversation_id } = (await socket.ask({ text: 'first' })) as { conversation_id: string };
    for (const text of ATTACKS) await socket.ask({ conversation_id, text });
    const all = ATTACKS.join('\n\n');
    const report = { report_title: SCRIPT, report_description: SCRIPT };
    await socket.ask({ conversation_id, text: all, ...report });
    await agent.ask({ title: SCRIPT, description: all, action: SCRIPT });
    const { runId } = await agent.tasks.startNew({ name: SCRIPT, prompt: SCRIPT });
    await agent.tasks.complete(runId, { status: 'completed', summary: all });

    const run = page.getByRole('button', { name: /onerror/ }).filter({ hasText: 'Completed' });
    await run.click();
    await page.getByRole('dialog').getByText('Summary').waitFor();
    await page.keyboard.press('Escape');
    const opener = messagesWith(page, SCRIPT).getByRole('button', { name: /onerror/ });
    await opener.first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    const own = ['tasks', 'deliveries', 'settings'].map((name) => `/agents/${agent.agentId}/${name}`);
    for (const path of ['/', '/inbox', ...own]) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
    }
    await expectPoll(() => page.evaluate(() => 'attacked' in window)).toBe(false);
    expect(foreign).toEqual([]);
  });

  it('leaves the page and all else in it where it cannot be drawn', async () => {
    bench.expectInConsole(/^(TypeError|Error: Input)/);
    const { page, agent } = await bench.withAgent();
    await sendAll(agent, ['broken', 'whole']);
    for (const title of ['broken', 'whole']) await agent.ask({ title });
    for (const name of ['broken', 'whole']) await agent.tasks.createTriggered({ name });
    for (const path of ['conversations/*/messages', 'decisions', 'agents/*/tasks'])
      await page.route(`**/api/client/${path}*`, async (route) => {
        const answer = await route.fetch();
        const text = await answer.text();
        await route.fulfill({ response: answer, body: text.replaceAll('"broken"', 'null') });
      });
    for (const path of [`/agents/${agent.agentId}`, '/inbox', `/agents/${agent.agentId}/tasks`]) {
      await page.goto(path);
      await page.getByRole('main').getByText('This cannot be shown.').first().waitFor();
      await page.getByRole('main').getByText('whole', { exact: true }).first().waitFor();
    }
  });

  it('shows pictures of the service alone, a few of them, and asks for them without a session', async () => {
    const { page, agent } = await bench.withAgent();
    const call = { method: 'POST', body: tinyPng(), headers: { 'content-type': 'image/png' } };
    const { url } = (await agent.call('/api/agent/media', call)).body as { url: string };
    const asked: { path: string; cookie: string | undefined }[] = [];
    page.on('request', async (request) => {
      const { cookie } = await request.allHeaders();
      asked.push({ path: new URL(request.url()).pathname, cookie });
    });
    const made =
      '![](/media/../api/client/audit?1) ![](/media/%2e%2e/api/client/audit?2) ![](/media/none.png)';
    const missing = url.replace(/p-.{43}/, `p-${'0'.repeat(43)}`);
    await agent.send({ text: `![The plan](${url}) ${made} ${`![](${missing})`.repeat(20)}` });
    bench.expectInConsole(/404/);
    await page.goto(`/agents/${agent.agentId}`);
    const messages = messagesWith(page);
    const plan = messages.getByRole('img', { name: 'The plan' });
    const width = () => plan.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expectPoll(width).toBeGreaterThan(0);
    await expectPoll(() => messages.getByRole('link', { name: 'Picture' }).count()).toBe(17);
    const ofMedia = () => asked.filter(({ path }) => path.startsWith('/media/'));
    await expectPoll(() => ofMedia().length).toBe(7);
    await expectPoll(() => ofMedia().filter(({ cookie }) => cookie !== undefined)).toEqual([]);
    await expectPoll(() => asked.filter(({ path }) => path.endsWith('/audit'))).toEqual([]);
  });

  it('is drawn where nobody would see it, in whatever is approved, filled in, allowed or recorded', async () => {
    const { page, agent } = await bench.withAgent({ agent: { agent_name: 'Mail\u200Bbox' } });
    const actions = [
      { action: `bank.pay:30 EUR${' '.repeat(400)}000`, drawn: 'bank.pay:30 EUR[400 spaces]000' },
      { action: `shell.run:ls${'\n'.repeat(200)}; reboot`, drawn: 'shell.run:ls[200 line ends]\n; reboot' },
      { action: 'shell.run:cat <<X\n  a\nX', drawn: 'shell.run:cat <<X↵\n··a\nX' },
    ];
    const title = 'Delete \u202Efdp.ecioviA\u202C?';
    for (const { action } of actions)
      await agent.ask({ title, action, description: 'a\u2066b `c\u{E0041}d`' });
    const answer_schema = { type: 'object', properties: { to: { type: 'string', description: 'Whom' } } };
    await agent.ask({ title: 'Send it?', answer_schema, proposed: { to: 'ada@\u202Emoc.live' } });
    const { id } = await agent.tasks.createTriggered({ name: title, prompt: 'Read\u200B it' });
    await page.goto('/inbox');
    await page.getByText('It says: ada@[U+202E]moc.live').waitFor();
    const cards = page.getByRole('article', { name: 'Delete [U+202E]fdp.ecioviA[U+202C]?' });
    await expectPoll(() => cards.locator('header + p + div + code').allInnerTexts()).toEqual(
      actions.map(({ drawn }) => drawn).reverse(),
    );
    await expectPoll(() => cards.first().locator('h3 bdi').count()).toBe(1);
    await cards.first().getByText('a[U+2066]b c[U+E0041]d').waitFor();
    await cards.first().getByRole('link', { name: 'Mail[U+200B]box' }).waitFor();
    await cards.last().getByText('Always allow requests like this one').click();
    await cards.last().getByRole('button', { name: 'Approve always' }).click();
    await page.getByText('Approved: Delete [U+202E]fdp').waitFor();
    await page.goto(`/agents/${agent.agentId}/tasks/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Delete [U+202E]fdp.ecioviA[U+202C]?' }).waitFor();
    await page.getByText('Read[U+200B] it').waitFor();
    await expectPoll(() => page.title()).toBe('Delete [U+202E]fdp.ecioviA[U+202C]? · Agents');
    await page.goto(`/agents/${agent.agentId}/settings`);
    await page.getByRole('button', { name: 'Revoke bank.pay:30 EUR[400 spaces]000' }).waitFor();
    await page.goto('/account');
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByText('bank.pay:30 EUR[400 spaces]000').first().waitFor();
  });

  it('is cut off at its end, also where it runs from right to left', async () => {
    const agent_name = `البداية ${'كلمة '.repeat(15)}النهاية`;
    const { page, agent } = await bench.withAgent({ agent: { agent_name } });
    const { conversation_id } = await say(page, agent.agentId, `البداية ${'كلمة '.repeat(60)}النهاية`);
    const body = { title: agent_name };
    await agent.call(`/api/agent/conversations/${conversation_id}`, { method: 'PATCH', body });
    const own = `/agents/${agent.agentId}`;
    for (const path of ['/conversations', own, `${own}/deliveries`]) {
      await page.goto(path);
      await pageSettled(page);
      expect([path, await cutBeginnings(page)]).toEqual([path, []]);
    }
  });

  it('could run nothing even if it came into the page', async () => {
    bench.expectInConsole(/requires 'Trusted/);
    const { page } = await bench.signedIn();
    await page.goto('/');
    await page.getByRole('main').waitFor();
    await expectPoll(() => injectionsInto(page)).toEqual(['refused', 'refused', 'refused', 'refused']);
    await expectPoll(() => page.evaluate(() => 'attacked' in window)).toBe(false);
  });
});

/** Sends messages in one conversation. */
async function sendAll(agent: AgentClient, [first = '', ...others]: readonly string[]): Promise<void> {
  const socket = await bench.connect(agent);
  const { conversation_id } = (await socket.ask({ text: first })) as { conversation_id: string };
  for (const text of others) await socket.ask({ conversation_id, text });
}

/** Texts that are cut off where they begin. */
function cutBeginnings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (text: Element): boolean => {
      const first = new Range();
      first.setStart(text.firstChild!, 0);
      first.setEnd(text.firstChild!, 1);
      const letter = first.getBoundingClientRect();
      const frame = text.closest('.ellipsis')!.getBoundingClientRect();
      return letter.left < frame.left || letter.right > frame.right;
    };
    return [...document.querySelectorAll('.ellipsis bdi')].filter(isCut).map(({ innerHTML }) => innerHTML);
  });
}

/** Tries to bring markup that runs into a page, and says what became of each. */
function injectionsInto(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attempts = [
      () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.attacked = 1">'),
      () => document.createElement('a').setAttribute('onclick', 'window.attacked = 1'),
      () => void (document.createElement('iframe').srcdoc = '<script>parent.attacked = 1</script>'),
      () => void (document.createElement('script').text = 'window.attacked = 1'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch {
        return 'refused';
      }
    });
  });
}

/** Addresses outside the product that the page has asked for. */
function watchForeignRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== baseUrl)
      foreign.push(request.url());
  });
  return foreign;
}
