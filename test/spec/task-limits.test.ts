/** @any-shape The gateway alone refuses, by the contract. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { expectInvalidField, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

/** A thousand calls, which a busy machine takes its time for: only a hang takes longer. */
const THOUSAND_CALLS_MS_MAX = 180_000;

describe('A task', () => {
  const bench = useProduct();

  it.each([
    { field: 'name', lengthMax: 200 },
    { field: 'prompt', lengthMax: 32_768 },
  ])('may have $lengthMax characters of $field, and not one more', async ({ field, lengthMax }) => {
    const agent = await bench.person.createAgent();
    const longest = '🎉'.repeat(lengthMax);
    const { id } = await agent.tasks.create({ schedule: 'event', [field]: longest });
    expect(await agent.tasks.read(id)).toMatchObject({ [field]: longest });
    const body = { name: 'x', prompt: 'x', schedule: 'event', [field]: `${longest}x` };
    expectInvalidField(await agent.call('/api/agent/tasks', { body }), `body.${field}`);
    const change = { method: 'PATCH', body: { [field]: `${longest}x` } };
    expectInvalidField(await agent.call(`/api/agent/tasks/${id}`, change), `body.${field}`);
  });

  it('reaches its agent whole, however long name and prompt are', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const [name, prompt] = ['🎉'.repeat(200), 'ü'.repeat(32_768)];
    const { id } = await agent.tasks.create({ schedule: 'once', name, prompt });
    expect(await socket.taskDue(id)).toMatchObject({ task_name: name, task_prompt: prompt });
  });
});

describe('A context block', () => {
  const bench = useProduct();

  it('may have 65,536 characters, and not one more', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'event' });
    const runId = await agent.tasks.start(id);
    const longest = '🎉'.repeat(65_536);
    await agent.tasks.append(runId, longest);
    const call = { body: { text: `${longest}x` } };
    expectInvalidField(await agent.call(`/api/agent/tasks/runs/${runId}/context`, call), 'body.text');
    expect((await agent.tasks.blocks(runId)).map(({ text }) => text)).toEqual([longest]);
  });
});

describe('An agent', () => {
  const bench = useProduct();

  it(
    'may have 1,000 tasks: the next is 429, until one is deleted',
    async () => {
      const agent = await bench.person.createAgent();
      const create = () =>
        agent.call('/api/agent/tasks', { body: { name: 'x', prompt: 'x', schedule: 'event' } });
      for (let count = 0; count < 1_000; count += 50) {
        const answers = await Promise.all(Array.from({ length: 50 }, create));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      // The last count may have missed what was under way.
      const refused = await eventually(create, ({ status }) => status !== 200, { what: 'a refusal' });
      expectRefusal(refused, 429, 'An agent has at most 1000 tasks (tasks_per_agent)');
      const tasks = await agent.tasks.list();
      for (const { id } of tasks.slice(999)) await agent.tasks.delete(id);
      await eventually(create, ({ status }) => status === 200, { what: 'a task instead of another' });
    },
    THOUSAND_CALLS_MS_MAX,
  );
});
