/** @any-shape One query reads a page. */
import { describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { expectAnswer, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

interface Listed {
  id: string;
  last_message_at: string | null;
}

/** More than a list without a limit holds. */
const MANY = 203;
const AT_ONCE = 12;

describe('The list of conversations', () => {
  const bench = useProduct();

  async function page(agent: AgentClient, query: string): Promise<Listed[]> {
    const answer = await bench.person.call(`/conversations?agent_id=${agent.agentId}${query}`);
    expectAnswer('listConversations', answer, 200);
    return answer.body as Listed[];
  }

  const after = (last: Listed | undefined): string =>
    `&cursor=${encodeURIComponent(`${last?.last_message_at ?? ''},${last?.id ?? ''}`)}`;

  /** All pages of an agent's conversations, each with the number of its conversations. */
  async function walk(agent: AgentClient, limit: string): Promise<{ ids: string[]; sizes: number[] }> {
    const ids: string[] = [];
    const sizes: number[] = [];
    for (let query = limit; ;) {
      const listed = await page(agent, query);
      ids.push(...listed.map(({ id }) => id));
      sizes.push(listed.length);
      if (listed.length === 0) return { ids, sizes };
      query = limit + after(listed.at(-1));
    }
  }

  async function begin(agent: AgentClient, count: number): Promise<string[]> {
    const begun: string[] = [];
    for (let start = 0; start < count; start += AT_ONCE) {
      const part = Array.from({ length: Math.min(AT_ONCE, count - start) }, () =>
        bench.person.send(agent.agentId, 'Hello'),
      );
      begun.push(...(await Promise.all(part)).map(({ conversation_id }) => conversation_id));
    }
    return begun;
  }

  it('leads to every conversation, however many there are', async () => {
    const agent = await bench.person.createAgent();
    const begun = await begin(agent, MANY);
    const { ids, sizes } = await walk(agent, '');
    expect(sizes).toEqual([200, MANY - 200, 0]);
    expect(ids.toSorted()).toEqual(begun.toSorted());
  });

  it('has pages of the size that is asked for, in the order of the list', async () => {
    const agent = await bench.person.createAgent();
    const begun = await begin(agent, 5);
    const whole = (await page(agent, '')).map(({ id }) => id);
    expect(whole.toSorted()).toEqual(begun.toSorted());
    expect(await walk(agent, '&limit=2')).toEqual({ ids: whole, sizes: [2, 2, 1, 0] });
  });

  it('goes on where it was, though the last conversation of the page has got a message or was deleted', async () => {
    const agent = await bench.person.createAgent();
    await begin(agent, 6);
    const whole = await page(agent, '');
    const [first, second] = [await page(agent, '&limit=2'), whole.slice(2, 4)];
    await bench.person.send(agent.agentId, { text: 'Again', conversation_id: first[1]?.id });
    expect(await page(agent, `&limit=2${after(first[1])}`)).toEqual(second);
    await bench.person.call(`/conversations/${second[1]?.id}`, { method: 'DELETE' });
    expect(await page(agent, `&limit=2${after(second[1])}`)).toEqual(whole.slice(4));
  });

  it('ends behind conversations without a message', async () => {
    const agent = await bench.person.createAgent();
    const [begun = ''] = await begin(agent, 1);
    expect(await page(agent, `&cursor=${encodeURIComponent(`,${begun}`)}`)).toEqual([]);
  });

  it.each(['x', 'conv_1', '2026-03-02T09:30:00.000Z', '2026-03-02,msg_1', '-:.,conv_1', "',conv_1"])(
    'refuses the cursor %s',
    async (cursor) => {
      const answer = await bench.person.call(`/conversations?cursor=${encodeURIComponent(cursor)}`);
      expectInvalidField(answer, 'query.cursor');
    },
  );

  it.each(['0', '201', 'ten'])('refuses the limit %s', async (limit) => {
    expectInvalidField(await bench.person.call(`/conversations?limit=${limit}`), 'query.limit');
  });
});
