/** @any-shape The gateway alone reads instants. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

/** Every field that takes an instant, and a call with it. */
const FIELDS = [
  'agent body.run_at',
  'body.run_at',
  'body.since',
  'body.from',
  'body.to',
  'query.from',
  'query.to',
  'body.read_through',
  'agent query.cursor',
  'query.cursor',
  'body.answer.at',
];
const NO_INSTANTS = {
  'a leap second that never was': '2026-03-02T09:30:60Z',
  'an offset without minutes': '2026-03-02T09:30:00-03',
  'a day that does not exist': '2026-06-31T09:30:00Z',
  'an instant before 1970 in UTC': '1970-01-01T04:59:59+05:00',
  'an instant after 9999 in UTC': '9999-12-31T23:30:00-00:45',
};

describe('An instant', () => {
  const bench = useProduct();
  let agent: AgentClient;
  let conversationId: string;
  let decisionId: string;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
    await agent.send({ text: 'x' });
    [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    const answer_schema = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } };
    const asked = await agent.call('/api/agent/decisions', { body: { title: 'When?', answer_schema } });
    decisionId = (asked.body as { decision_id: string }).decision_id;
  });

  async function give(field: string, instant: string): Promise<HttpAnswer> {
    const { person } = bench;
    const query = encodeURIComponent(instant);
    const task = { name: 'x', prompt: 'x', schedule: 'once', enabled: false, run_at: instant };
    // An agent has one replay at a time.
    const agentPath = `/agents/${(await person.createAgent()).agentId}`;
    switch (field) {
      case 'agent body.run_at':
        return agent.call('/api/agent/tasks', { body: task });
      case 'body.run_at':
        return person.call(`${agentPath}/tasks`, { body: task });
      case 'body.since':
        return person.call(`${agentPath}/events/redeliver`, { body: { since: instant } });
      case 'body.from':
        return person.call(`${agentPath}/replays`, { body: { from: instant } });
      case 'body.to':
        return person.call(`${agentPath}/replays`, { body: { from: '1980-01-01T00:00:00Z', to: instant } });
      case 'query.from':
        return person.call(`${agentPath}/replays/count?from=${query}`);
      case 'query.to':
        return person.call(`${agentPath}/replays/count?from=1980-01-01T00:00:00Z&to=${query}`);
      case 'body.read_through':
        return person.call(`/conversations/${conversationId}/reading`, {
          ...{ method: 'PUT', body: { read_through: instant } },
        });
      case 'agent query.cursor':
        return agent.call(`/api/agent/conversations/${conversationId}/messages?cursor=${query}`);
      case 'query.cursor':
        return person.call(`/conversations/${conversationId}/messages?cursor=${query}`);
      default:
        return person.call(`/decisions/${decisionId}/resolve`, {
          body: { status: 'approved', answer: { at: instant } },
        });
    }
  }

  it.each(FIELDS)('may be a leap second in %s', async (field) => {
    expect((await give(field, '2015-06-30T23:59:60Z')).status).toBeLessThan(300);
  });

  it.each(FIELDS)(
    'is one of RFC 3339 within the years 1970 to 9999 in %s, or 422 names it',
    async (field) => {
      for (const instant of Object.values(NO_INSTANTS))
        expectInvalidField(await give(field, instant), field.replace('agent ', ''));
    },
  );

  it('that is finer than a millisecond is exact as a cursor', async () => {
    const messages = (await bench.person.history(conversationId)) as { id: string; created_at: string }[];
    const at = messages[0]?.created_at ?? '';
    const ids = messages.map(({ id }) => id);
    for (const [cursor, listed] of [
      [at.replace('Z', '001Z'), ids],
      [at.replace('Z', '000Z'), ids.slice(1)],
    ] as const) {
      const query = encodeURIComponent(cursor);
      for (const { body } of [
        await bench.person.call(`/conversations/${conversationId}/messages?cursor=${query}`),
        await agent.call(`/api/agent/conversations/${conversationId}/messages?cursor=${query}`),
      ])
        expect((body as { id: string }[]).map((message) => message.id)).toEqual(listed);
    }
  });
});
