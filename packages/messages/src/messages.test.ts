import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Broker } from '@svc/broker';
import { newId } from '@svc/domain';
import { createAnnouncing } from '@svc/store';
import type { Publishing } from '@svc/store';
import { base64, tinyPng } from '@svc/testkit';
import { useMessagesBench } from './bench.suite.js';
import { createMessages } from './index.js';
import type { Messages } from './index.js';

const PNG = base64(tinyPng());

const bench = useMessagesBench();
/** The types of what was published. */
let published: unknown[];
let publish: jest.Mock<Broker['publish']>;
let warnings: object[];
let messages: Messages;
let publishing: Publishing;

beforeEach(() => {
  published = [];
  warnings = [];
  publish = jest.fn<Broker['publish']>(async (_to, body) => {
    published.push((body as { type: unknown }).type);
  });
  const announcing = createAnnouncing({
    broker: { isReady: () => true, publish },
    logger: { warn: (fields) => warnings.push(fields) },
  });
  ({ publishing } = announcing);
  messages = createMessages({ ...bench, ...announcing });
});

async function addAgent(webhookUrl?: string) {
  const { agentId, ownerId: userId } = await bench.addAgent(webhookUrl);
  return { agentId, userId, senderName: 'Ursula' };
}

async function frameOf(messageId: string): Promise<Record<string, unknown>> {
  const event = await bench.store.prisma.event.findFirstOrThrow({ where: { subjectId: messageId } });
  return JSON.parse(event.frame) as Record<string, unknown>;
}

describe('a user’s message', () => {
  it('is stored with its event, opens a conversation and is published without being waited for', async () => {
    const agent = await addAgent('https://example.com/hook');
    let confirm = (): void => {};
    publish.mockImplementationOnce(() => new Promise((resolve) => (confirm = resolve)));
    await messages.acceptUserMessage({ ...agent, text: 'hello' });
    let drained = false;
    const draining = publishing.drain().then(() => (drained = true));
    await Promise.resolve();
    expect(drained).toBe(false);
    confirm();
    await draining;
    expect(publish.mock.calls[0]?.[1]).toMatchObject({
      agent_id: agent.agentId,
      seq: 1,
      type: 'user_message',
    });
    expect(published).toEqual(['message']);
  });

  it('is stored although it cannot be published, and the failure is logged', async () => {
    const agent = await addAgent('https://example.com/hook');
    publish.mockRejectedValue(new Error('down'));
    const { messageId } = await messages.acceptUserMessage({ ...agent, text: 'hello' });
    await publishing.drain();
    expect(await frameOf(messageId)).toMatchObject({ text: 'hello' });
    expect(warnings).toContainEqual(expect.objectContaining({ event_id: expect.any(String) }));
  });

  it('keeps what is no Unicode out of the store', async () => {
    const agent = await addAgent();
    const { messageId } = await messages.acceptUserMessage({ ...agent, text: 'a\ud800b 😀' });
    expect(await frameOf(messageId)).toMatchObject({ text: 'a\ufffdb 😀' });
    await expect(messages.acceptUserMessage({ ...agent, text: 'a\0b' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'body.text', message: expect.any(String) }],
    });
  });
});

describe('an agent’s message', () => {
  it('into another agent’s conversation, or for another agent’s run, is not found, and nothing is left', async () => {
    const { agentId } = await addAgent();
    const other = await addAgent();
    const theirs = await messages.acceptUserMessage({ ...other, text: 'mine' });
    for (const target of [{ conversationId: theirs.conversationId }, { taskRunId: newId('run') }]) {
      await expect(
        messages.acceptAgentMessage({ agentId, kind: 'interactive', text: 'hi', image: PNG, ...target }),
      ).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(messages.acceptAgentMessage({ agentId, kind: 'interactive' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expectNothingOf(agentId);
  });
});

async function expectNothingOf(agentId: string): Promise<void> {
  expect(await bench.filesLeft()).toEqual([]);
  expect(await bench.store.prisma.media.count({ where: { agentId } })).toBe(0);
  expect(await bench.store.prisma.message.count({ where: { conversation: { agentId } } })).toBe(0);
  expect(await bench.store.prisma.event.count({ where: { agentId } })).toBe(0);
  expect(await bench.store.prisma.conversation.count({ where: { agentId } })).toBe(0);
}
