import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Broker } from '@svc/broker';
import { createAnnouncing } from '@svc/store';
import type { Publishing } from '@svc/store';
import { useMessagesBench } from './bench.suite.js';
import { createMessages } from './index.js';
import type { Messages } from './index.js';

const bench = useMessagesBench();
let publish: jest.Mock<Broker['publish']>;
let warnings: object[];
let messages: Messages;
let publishing: Publishing;

beforeEach(() => {
  warnings = [];
  publish = jest.fn<Broker['publish']>();
  const logger = { warn: (fields: object) => warnings.push(fields) };
  const announcing = createAnnouncing({ broker: { isReady: () => true, publish }, logger });
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
    const refusal = { code: 'invalid_request', fields: [{ path: 'body.text', message: expect.any(String) }] };
    await expect(messages.acceptUserMessage({ ...agent, text: 'a\0b' })).rejects.toMatchObject(refusal);
  });
});
