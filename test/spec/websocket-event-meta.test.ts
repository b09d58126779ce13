import { describe, expect, it } from '@jest/globals';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectTriggered } from './trigger-calls.js';

describe('A socket that asks for "event_meta"', () => {
  const bench = useProduct();

  it('gets with every event its id, its number and its time, as the log and the poll have them', async () => {
    const agent = await bench.person.createAgent();
    await bench.person.send(agent.agentId, 'Waiting');
    const socket = await bench.openSocket(agent);
    const features = ['event_meta', 'of_a_later_version'];
    expect(await socket.authenticate(agent, { features, resume: true })).toMatchObject({
      features: ['event_meta'],
    });
    await bench.person.send(agent.agentId, 'Pushed');
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await expectTriggered(trigger_id, { order: 1 });
    await socket.frames.first((frame) => frame['task_id'] === id, 'the trigger');
    const log = await bodyOf('listOwnEvents', agent.call('/api/agent/events?after=0'));
    expect(socket.events).toEqual(log.events.map(({ event, state: _, ...meta }) => ({ ...event, ...meta })));
    expect(socket.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('that asks for its log gets the same again; one that asks for nothing gets nothing', async () => {
    const agent = await bench.person.createAgent();
    const asking = await bench.connect(agent, { features: ['event_meta'] });
    await bench.person.send(agent.agentId, 'Hello');
    const event = await asking.userMessage('Hello');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    const again = await bench.connect(agent, { features: ['event_meta'], after: 0 });
    expect(await again.userMessage('Hello')).toEqual(event);
    const plain = await bench.openSocket(agent);
    expect(await plain.authenticate(agent)).not.toHaveProperty('features');
    await bench.person.send(agent.agentId, 'And again');
    const fields = Object.keys(await plain.userMessage('And again'));
    expect(fields.filter((field) => ['event_id', 'seq', 'created_at'].includes(field))).toEqual([]);
  });
});
