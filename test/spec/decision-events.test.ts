import { describe, expect, it } from '@jest/globals';
import { validateDecisionResolvedEvent } from '@svc/proto-events';
import { eventOf } from '@svc/testkit';
import { request, resolve, resolved } from './decision-calls.js';
import { useProduct } from './product-under-test.js';

describe.each(['interactive', 'approval-only'] as const)('decision_resolved to an %s agent', (kind) => {
  const bench = useProduct();

  it('has exactly the fields of the specification, over the socket', async () => {
    const { agent, socket } = await bench.onlineAgent({ kind });
    const { decision_id, conversation_id } = await request(agent);
    await resolve(bench.person, decision_id, { status: 'rejected', note: 'Not yet' });
    const event = await resolved(socket, decision_id);
    expect(event).toEqual({
      ...{ type: 'decision_resolved', decision_id, conversation_id, status: 'rejected', note: 'Not yet' },
      ...{ always_allow: false, always_allow_pattern: null },
    });
    expect(validateDecisionResolvedEvent(event)).toBe(true);
    const logged = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(logged).toMatchObject({ type: 'decision_resolved', channel: 'websocket' });
  });

  it('goes to the webhook while no socket is open, with an empty note where nothing was noted', async () => {
    const { agent, receiver } = await bench.hookedAgent(undefined, { kind });
    const { decision_id, conversation_id } = await request(agent, { action: 'deploy' });
    await resolve(bench.person, decision_id, { status: 'approved', always_allow: true });
    const [delivery] = await receiver.deliveries.atLeast(1);
    expect(eventOf(delivery!)).toEqual({
      ...{ type: 'decision_resolved', decision_id, conversation_id, status: 'approved', note: '' },
      ...{ always_allow: true, always_allow_pattern: 'deploy' },
    });
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({ channel: 'webhook' });
  });

  it('waits where there is neither, and is pushed on connecting, oldest first, once', async () => {
    const agent = await bench.person.createAgent({ kind });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { decision_id } = await request(agent);
      await resolve(bench.person, decision_id);
      ids.push(decision_id);
    }
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const socket = await bench.connect(agent);
    await resolved(socket, ids[2]!);
    expect(socket.events.map((event) => event['decision_id'])).toEqual(ids);
    // Receipts of one socket may be written down by several statements at once.
    await bench.person.untilEvents(agent.agentId, 'delivered', ids.length);
    const again = await bench.connect(agent);
    await request(agent).then(({ decision_id }) => resolve(bench.person, decision_id));
    await again.frames.first((frame) => frame.type === 'decision_resolved');
    expect(again.events).toHaveLength(1);
  });
});
