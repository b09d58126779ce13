import { secretHash } from '@svc/domain';
import type { OutgoingEvent } from './frames/frames.js';
import { userMessage, useStore } from '../store.suite.js';
import { payload } from '../triggers/event-tasks.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();

type Read = Pick<OutgoingEvent, 'isReachable'> | null | undefined;

/** What writes an event by a function of the database, or reads one to send it again. */
const WRITERS: Record<string, (agent: TestAgent) => Promise<Read>> = {
  'a message': async (agent) => (await bench.store.messages.writeUserMessage(userMessage(agent)))?.event,
  'a trigger': async (agent) => {
    const { triggerId } = await bench.addTask(agent, { schedule: 'event' });
    const call = { triggerHash: secretHash(triggerId ?? ''), payload: payload('{}') };
    const outcome = await bench.store.triggerIntake({ dedupWindowMs: 1_000 }).accept(call);
    return 'event' in outcome ? outcome.event : null;
  },
  'a redelivery': async (agent) => {
    const { eventId } = await bench.fire(await bench.addTask(agent, { schedule: 'event' }));
    return bench.store.events.restart(eventId, agent.ownerId);
  },
};

/** Those whose events a webhook takes only if its agent says so. */
const OF_TRIGGERS = ['a trigger', 'a redelivery'];

describe.each(Object.entries(WRITERS))('%s', (name, write) => {
  it('says that nothing reaches an agent that is away and has no webhook', async () => {
    expect(await write(await bench.addAgent())).toMatchObject({ isReachable: false });
  });

  it('says that the socket of an agent reaches it', async () => {
    const agent = await bench.addAgent();
    await bench.addHub(agent);
    expect(await write(agent)).toMatchObject({ isReachable: true });
  });

  it('says whether its webhook takes the event', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    expect(await write(agent)).toMatchObject({ isReachable: !OF_TRIGGERS.includes(name) });
    await bench.store.agents.change(agent.agentId, agent.ownerId, { pushTriggersToWebhook: true });
    expect(await write(agent)).toMatchObject({ isReachable: true });
  });
});
