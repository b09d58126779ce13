import { eventually, Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { CALLS } from './described-calls.js';
import type { DescribedCall } from './described-calls.js';
import { baseUrl } from './product-under-test.js';

/** Lists without pages, and why each answers all that there is. */
const WHOLE = {
  listAccountQuotas: 'The product knows a few quotas.',
  listAgentKeys: 'An agent has a bounded number of keys.',
  listApiKeys: 'A user has a bounded number of keys.',
  listContext: 'A run has a bounded number of blocks.',
  listDueTasks: 'Quotas bound the tasks of an agent.',
  listExports: 'A user has a bounded number of exports.',
  listPendingTriggers: 'It leases what it answers, so the next call goes on by itself.',
  listMessageStreams: 'An agent writes a bounded number of messages at once.',
  listReplays: 'An agent has a bounded number of replays.',
  listRetention: 'The product keeps a few kinds of records.',
  listRunsInProgress: 'It shows what is under way, and the list of runs has every run.',
} as const;

type Row = Record<string, unknown>;

interface Pages {
  /** The rows of an answer; default: the answer itself. */
  rowsOf?: (answer: HttpAnswer) => Row[];
  /** What names the last row to the next call. */
  cursorOf: (last: Row, answer: HttpAnswer) => unknown;
  /** The name of the parameter. Default `cursor`. */
  parameter?: 'after';
  /** What every call says beside its page. Default: nothing. */
  query?: Row;
}

const by = (name: string): Pages => ({ cursorOf: (last) => last[name] });
const field = (name: string) => (answer: HttpAnswer) => (answer.body as Record<string, Row[]>)[name] ?? [];

/** How a caller goes on in each list that has pages. */
const PAGED: Record<string, Pages> = {
  listAgentEvents: by('event_id'),
  listAgentMessages: by('created_at'),
  listAgents: by('agent_id'),
  listAgentTasks: by('id'),
  listAuditEntries: by('audit_id'),
  listConversationMessages: by('created_at'),
  listConversations: { cursorOf: ({ last_message_at: at, id }) => `${String(at)},${String(id)}` },
  listDecisionRules: by('rule_id'),
  listDecisions: by('decision_id'),
  listInvitations: { ...by('invitation_id'), rowsOf: field('invitations') },
  listOwnDecisions: by('decision_id'),
  listOwnEvents: { ...by('seq'), rowsOf: field('events'), parameter: 'after' },
  listRuns: {
    rowsOf: field('runs'),
    cursorOf: (_last, { body }) => (body as { next_cursor: unknown }).next_cursor,
  },
  listRunMessages: by('id'),
  listTaskRuns: by('id'),
  listTasks: by('id'),
  search: { cursorOf: ({ at, entry_id: id }) => `${String(at)},${String(id)}`, query: { q: 'answer' } },
};

/** Sign-up is open here, so nobody can be invited; the pages of invitations are tested where it is closed. */
const EMPTY_HERE = ['listInvitations'];
const MANY = 5;

/** Known by their names or, whatever their names, by answers that are arrays. */
const lists = CALLS.filter(
  ({ method, operationId, answer }) =>
    method === 'GET' && (answer?.['type'] === 'array' || operationId.startsWith('list')),
);

describe('A list of the contract', () => {
  it('has a cursor and a limit, unless it answers all that there is and says why', () => {
    const isWhole = ({ operationId }: DescribedCall) => Object.hasOwn(WHOLE, operationId);
    expect(lists.filter(isWhole)).toHaveLength(Object.keys(WHOLE).length);
    const paged = lists.filter((list) => !isWhole(list));
    expect(paged.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(PAGED).sort());
    for (const { operationId, parameters } of paged) {
      const names = parameters.map(({ name }) => name);
      const parameter = PAGED[operationId]?.parameter ?? 'cursor';
      expect([operationId, ...names]).toEqual(expect.arrayContaining([parameter, 'limit']));
    }
  });
});

describe('The pages of a list', () => {
  let person: Person;
  let agent: AgentClient;
  let ids: Record<string, string>;

  beforeAll(async () => {
    person = await Person.signUp(baseUrl);
    for (let count = 1; count < MANY; count += 1) await person.createAgent();
    agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'Hello');
    const task = await agent.tasks.create({ schedule: 'event' });
    const runId = await agent.tasks.start(task.id);
    for (let count = 0; count < MANY; count += 1) {
      await agent.send({ text: `Step ${count}`, task_run_id: runId });
      await person.send(agent.agentId, `Hello ${count}`);
      await agent.send({ text: `Answer ${count}`, conversation_id });
      await agent.tasks.start(task.id);
      await agent.tasks.create({ schedule: 'once', run_at: '2999-01-01T00:00:00Z' });
      const action = `mail.send:${count}`;
      const { decision_id } = await agent.ask({ title: 'Send?', action });
      await person.resolve(decision_id, { status: 'approved', always_allow: true });
    }
    ids = { agent_id: agent.agentId, conversation_id, task_id: task.id, run_id: runId };
    // What is in the log shall be the same for all calls.
    await person.untilEvents(agent.agentId, 'pending', 0);
    const found = async () => (await person.call('/search?q=answer')).body as Row[];
    await eventually(found, ({ length }) => length === MANY, { what: 'the entries of the search' });
  });

  const call = (path: string, query: Row): Promise<HttpAnswer> => {
    const named = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => ids[name] ?? name);
    const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const asked = `${named}?${new URLSearchParams(texts).toString()}`;
    if (path.startsWith('/api/agent')) return agent.call(asked);
    return person.call(asked.replace('/api/client', ''));
  };

  const walked = lists.filter(
    ({ operationId }) => Object.hasOwn(PAGED, operationId) && !EMPTY_HERE.includes(operationId),
  );

  it.each(walked)(
    'are the whole of $operationId, each row once and in its order, whatever their size',
    async ({ operationId, path }) => {
      const {
        rowsOf = (answer) => answer.body as Row[],
        cursorOf,
        parameter = 'cursor',
        query,
      } = PAGED[operationId] as Pages;
      const read = async (page: Row) => {
        const answer = await call(path, { ...query, ...page });
        expect(answer.status).toBe(200);
        return { answer, rows: rowsOf(answer) };
      };
      const whole = (await read({})).rows;
      expect(whole.length).toBeGreaterThanOrEqual(MANY);
      for (const limit of [1, 2, MANY]) {
        const rows: Row[] = [];
        for (let place: Row = {}; ;) {
          const page = await read({ limit, ...place });
          expect(page.rows.length).toBeLessThanOrEqual(limit);
          rows.push(...page.rows);
          const last = page.rows.at(-1);
          const cursor = last && cursorOf(last, page.answer);
          if (cursor === undefined || cursor === null || rows.length > whole.length) break;
          place = { [parameter]: cursor };
        }
        expect([limit, rows.map(comparable)]).toEqual([limit, whole.map(comparable)]);
      }
    },
  );
});

/** A row but for how long ago something was, and for links, which begin anew. */
function comparable(row: Row): string {
  return JSON.stringify(row).replaceAll(/\/media\/[^"]*/g, '');
}
