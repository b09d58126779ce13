import { ServiceError, STREAM_MS_MAX } from '@svc/domain';
import { createAnnouncing } from '@svc/store';
import type { StreamRecord } from '@svc/store';
import { useMessagesBench } from '../bench.suite.js';
import { createMessages, MessageStreams } from '../index.js';
import type { Messages } from '../index.js';
import type { StreamOpening } from './message-streams.js';

const bench = useMessagesBench();
let messages: Messages;
let nowMs: number;
let cutFor: string[];
let agent: { agentId: string; ownerId: string };
let conversationId: string;

beforeEach(async () => {
  nowMs = 0;
  cutFor = [];
  messages = createMessages({ ...bench, ...announcing() });
  agent = await bench.addAgent();
  const before = { agentId: agent.agentId, kind: 'interactive', text: 'Before' } as const;
  ({ conversationId } = await messages.acceptAgentMessage(before));
});

const logger = { warn: () => {} };
const announcing = () =>
  createAnnouncing({ broker: { isReady: () => true, publish: async () => {} }, logger });

function open(replaced: Partial<Messages> = {}): MessageStreams {
  const { store } = bench;
  const { hints } = announcing();
  return new MessageStreams({
    ...{ store, messages: { ...messages, ...replaced }, hints, logger, nowMs: () => nowMs },
  });
}

const opening = (): StreamOpening => ({
  ...{ ...agent, kind: 'interactive', conversationId, onCut: ({ detail }) => cutFor.push(detail) },
});

async function shown(): Promise<StreamRecord[]> {
  return (await bench.store.messageStreams.listOf(conversationId, agent.ownerId)) ?? [];
}

async function texts(): Promise<string[]> {
  const { historyForUser } = bench.store.conversations;
  const history = await historyForUser(conversationId, agent.ownerId, { limit: 50 });
  return (history ?? []).map(({ text }) => text);
}

describe('A message that grows', () => {
  it('breaks off after ten minutes', async () => {
    const streams = open();
    const message = await streams.begin(opening());
    message.append('Slow');
    nowMs = STREAM_MS_MAX - 1;
    streams.tick();
    expect(message.isOver).toBe(false);
    nowMs = STREAM_MS_MAX;
    streams.tick();
    expect([message.isOver, cutFor]).toEqual([true, ['The message was not complete after ten minutes']]);
    await streams.stop();
    expect(await shown()).toMatchObject([{ isCut: true, text: 'Slow' }]);
  });

  it('breaks off with its whole text when its process stops, and no other begins', async () => {
    const streams = open();
    const message = await streams.begin(opening());
    // Half of a surrogate pair at the end is kept by nobody.
    message.append('So far \ud83d');
    await streams.stop();
    expect(await shown()).toMatchObject([{ isCut: true, text: 'So far ' }]);
    expect(cutFor).toEqual(['Temporarily unavailable']);
    await expect(streams.begin(opening())).rejects.toMatchObject({ code: 'unavailable' });
    expect(await texts()).toEqual(['Before']);
  });

  it('counts as cut off if its process says nothing for ten seconds, and goes on if that comes back', async () => {
    const [streams, elsewhere] = [open(), open()];
    const message = await streams.begin(opening());
    message.append('Lost');
    await bench.store.prisma.$executeRaw`UPDATE message SET created_at = created_at - interval '1 minute'`;
    await bench.store.prisma.$executeRaw`UPDATE message_stream SET seen_at = now() - interval '11 seconds'`;
    expect(await shown()).toMatchObject([{ isCut: true }]);
    await elsewhere.stop();
    await message.end({});
    expect(await texts()).toEqual(['Lost', 'Before']);
    expect(await shown()).toEqual([]);
    await streams.stop();
  });

  it('may be ended again if the store was away, and is written once although the first try was committed', async () => {
    let fails = true;
    const streams = open({
      acceptGrownMessage: async (message, ids) => {
        const accepted = await messages.acceptGrownMessage(message, ids);
        if (fails) throw new ServiceError('unavailable');
        return accepted;
      },
    });
    const message = await streams.begin(opening());
    message.append('Once');
    await expect(message.end({})).rejects.toMatchObject({ code: 'unavailable' });
    expect(message.isOver).toBe(false);
    fails = false;
    const { messageId } = message.ids;
    expect(await message.end({})).toEqual({ messageId, conversationId, isReplayed: false });
    expect(await texts()).toEqual(['Once', 'Before']);
    await streams.stop();
  });

  it('is one of 64 of its account in a process, until it ends', async () => {
    const streams = open();
    const begin = (agentId: string, ownerId = 'crowd') =>
      streams.begin({ agentId, ownerId, kind: 'interactive', onCut: () => {} });
    const begun = await Promise.all(Array.from({ length: 64 }, (_, index) => begin(`agent ${index % 8}`)));
    const detail = 'More than 64 messages of the account are being written';
    const refusal = { code: 'rate_limited', retryAfterSeconds: 1, detail };
    await expect(begin('one more')).rejects.toMatchObject(refusal);
    await begin('agent of somebody else', 'somebody else');
    begun[0]?.abort();
    await begin('one more');
    await expect(begin('one more')).rejects.toMatchObject(refusal);
    await streams.stop();
  });

  it('that broke off is not shown beside the one that goes on with it, though its end is written down later', async () => {
    const [streams, elsewhere] = [open(), open()];
    const first = await streams.begin(opening());
    first.append('One ');
    // Two that begin in one millisecond have no order.
    await bench.store.prisma
      .$executeRaw`UPDATE message_stream SET started_at = started_at - interval '1 second'`;
    const second = await elsewhere.begin(opening());
    second.append('One two');
    first.cut();
    await streams.stop();
    expect((await shown()).map(({ messageId }) => messageId)).toEqual([second.ids.messageId]);
    await elsewhere.stop();
    expect(await shown()).toMatchObject([{ isCut: true, text: 'One two' }]);
  });
});
