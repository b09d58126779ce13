import type { components } from '@svc/http-contract';
import { eventually, Person } from '@svc/testkit';
import { baseUrl, useProduct } from './product-under-test.js';

type Hit = components['schemas']['SearchHit'];

describe('GET /api/client/search', () => {
  const bench = useProduct();

  const find = (query: Record<string, string>, person = bench.person): Promise<Hit[]> =>
    person.succeed(`/search?${new URLSearchParams(query).toString()}`);

  /** Waits until so many things are found, since entries are written a moment after the things. */
  const found = (query: Record<string, string>, count: number, person = bench.person): Promise<Hit[]> => {
    const hits = () => find(query, person);
    return eventually(hits, ({ length }) => length === count, { what: `${count} hits of ${query['q']}` });
  };

  it('finds a message, the end of a run, a request and a task by their words, newest first', async () => {
    const agent = await bench.person.createAgent();
    const question = 'Where is the zebrafinch?';
    const { message_id, conversation_id } = await bench.person.send(agent.agentId, question);
    const { taskId, runId } = await agent.tasks.startNew({ name: 'Feed the zebrafinch' });
    await agent.tasks.complete(runId, { status: 'completed', summary: 'The zebrafinch is fed.' });
    const { decision_id } = await agent.ask({ title: 'Buy food?', description: 'For the zebrafinch.' });
    const hits = await found({ q: 'zebrafinch' }, 4);
    const [decision] = hits.filter(({ kind }) => kind === 'decision');
    expect(hits.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(
      [`decision ${decision_id}`, `message ${message_id}`, `run ${runId}`, `task ${taskId}`].sort(),
    );
    const times = hits.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(hits.find(({ kind }) => kind === 'message')).toMatchObject({
      ...{ agent_id: agent.agentId, conversation_id, message_id, title: null },
      excerpt: [
        { text: 'Where is the ', is_match: false },
        { text: 'zebrafinch', is_match: true },
        { text: '?', is_match: false },
      ],
    });
    expect(decision?.title).toEqual([{ text: 'Buy food?', is_match: false }]);
    expect(await find({ q: 'zebrafinch', kind: 'task' })).toHaveLength(1);
  });

  it('takes phrases, beginnings and unwanted words, without case and accents', async () => {
    const { agent, conversation_id } = await bench.askedAgent('Der Müllerkäse ist reif');
    await bench.person.send(agent.agentId, { text: 'Reif ist kein Müllerkäse', conversation_id });
    const one = (q: string): Promise<number> =>
      find({ q, agent_id: agent.agentId }).then((hits) => hits.length);
    await found({ q: 'mullerkase', agent_id: agent.agentId }, 2);
    expect(await one('"ist reif"')).toBe(1);
    expect(await one('MÜLLERK')).toBe(2);
    expect(await one('müllerk ')).toBe(0);
    expect(await one('müllerkäse -kein')).toBe(1);
  });

  it('finds nothing of others, and nothing that is deleted', async () => {
    const stranger = await Person.signUp(baseUrl);
    const agent = await bench.person.createAgent();
    const theirs = await stranger.createAgent();
    const { message_id } = await bench.person.send(agent.agentId, 'quokkaword of mine');
    await stranger.send(theirs.agentId, 'quokkaword of theirs');
    const [mine] = await found({ q: 'quokkaword' }, 1);
    expect(mine?.message_id).toBe(message_id);
    expect(await found({ q: 'quokkaword' }, 1, stranger)).toMatchObject([{ agent_id: theirs.agentId }]);
    await bench.person.call(`/messages/${message_id}`, { method: 'DELETE' });
    expect(await find({ q: 'quokkaword' })).toEqual([]);
  });
});
