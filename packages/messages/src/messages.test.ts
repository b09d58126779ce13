import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Broker } from '@svc/broker';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import type { AgentKind } from '@svc/domain';
import { createAnnouncing } from '@svc/events';
import type { Publishing } from '@svc/events';
import { createScratchDatabase, openStore } from '@svc/store';
import type { ScratchDatabase, Store } from '@svc/store';
import { base64, tinyGif, tinyPng } from '@svc/testkit';
import { createMessages, DiskMediaStorage } from './index.js';
import type { Messages } from './index.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

const [PNG, GIF] = [base64(tinyPng()), base64(tinyGif())];
const WAV = Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ').toString('base64');

let scratch: ScratchDatabase;
let store: Store;
let dataDir: string;
let published: { exchange: string; routingKey: string; body: Record<string, unknown> }[];
let publish: jest.Mock<Broker['publish']>;
let warnings: object[];
let messages: Messages;
let publishing: Publishing;

beforeAll(async () => {
  scratch = await createScratchDatabase(SERVER_URL);
  store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32, 7)) });
});
afterAll(async () => {
  await store.close();
  await scratch.drop();
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-messages-'));
  published = [];
  warnings = [];
  publish = jest.fn<Broker['publish']>(async ({ exchange, routingKey }, body) => {
    published.push({ exchange, routingKey, body: body as Record<string, unknown> });
  });
  const announcing = createAnnouncing({
    broker: { isReady: () => true, publish },
    logger: { warn: (fields) => warnings.push(fields) },
  });
  ({ publishing } = announcing);
  const media = new DiskMediaStorage({ dataDir, publicBaseUrl: 'https://example.com' });
  messages = createMessages({ store, media, ...announcing });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function addAgent(kind: AgentKind = 'interactive', webhookUrl: string | null = null) {
  const userId = newId('rule');
  await store.prisma.user.create({ data: { id: userId, name: 'Ursula', email: `${userId}@example.org` } });
  const secret = newAgentSecret();
  const agent = await store.agents.create({
    ownerId: userId,
    agentName: 'Ada',
    kind,
    webhookUrl,
    secret,
  });
  return { agentId: agent.agentId, userId, senderName: 'Ursula' };
}

async function filesLeft(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function frameOf(messageId: string): Promise<Record<string, unknown>> {
  const event = await store.prisma.event.findFirstOrThrow({ where: { subjectId: messageId } });
  return JSON.parse(event.frame) as Record<string, unknown>;
}

describe('a user’s message', () => {
  it('is stored with its event, opens a conversation and is published without being waited for', async () => {
    const agent = await addAgent('interactive', 'https://example.com/hook');
    let confirm = (): void => {};
    publish.mockImplementationOnce(() => new Promise((resolve) => (confirm = resolve)));
    const accepted = await messages.acceptUserMessage({ ...agent, text: 'hello' });
    expect(await frameOf(accepted.messageId)).toEqual({
      type: 'user_message',
      text: 'hello',
      sender_name: 'Ursula',
      conversation_id: accepted.conversationId,
      message_id: accepted.messageId,
      image_url: null,
      image_urls: null,
      audio_url: null,
    });
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
    expect(published).toEqual([
      {
        exchange: 'client-events',
        routingKey: '',
        body: {
          type: 'message',
          user_id: agent.userId,
          agent_id: agent.agentId,
          conversation_id: accepted.conversationId,
          message_id: accepted.messageId,
        },
      },
    ]);
  });

  it('is left waiting without a message where nothing reaches its agent, and its owner is told', async () => {
    const agent = await addAgent();
    const { messageId } = await messages.acceptUserMessage({ ...agent, text: 'hello' });
    await publishing.drain();
    const event = await store.prisma.event.findFirstOrThrow({ where: { subjectId: messageId } });
    expect(event.state).toBe('open');
    expect(published.map(({ body }) => body)).toMatchObject([
      { type: 'event', event_id: event.id, user_id: agent.userId },
      { type: 'message', message_id: messageId },
    ]);
  });

  it('goes to the conversation that it names', async () => {
    const agent = await addAgent();
    const first = await messages.acceptUserMessage({ ...agent, text: 'one' });
    const second = await messages.acceptUserMessage({
      ...agent,
      text: 'two',
      conversationId: first.conversationId,
    });
    expect(second.conversationId).toBe(first.conversationId);
  });

  it('names one image in image_url alone, and its text is empty when there is none', async () => {
    const agent = await addAgent();
    const { messageId } = await messages.acceptUserMessage({ ...agent, images: [PNG] });
    const [file] = await filesLeft();
    expect(await frameOf(messageId)).toMatchObject({
      text: '',
      image_url: `https://example.com/media/${file}`,
      image_urls: null,
      audio_url: null,
    });
  });

  it('names several images in image_urls alone, in the order in which they were sent', async () => {
    const agent = await addAgent();
    const { messageId } = await messages.acceptUserMessage({ ...agent, images: [PNG, GIF, PNG], audio: WAV });
    const frame = await frameOf(messageId);
    expect(frame['image_url']).toBeNull();
    expect((frame['image_urls'] as string[]).map((url) => url.slice(-4))).toEqual(['.png', '.gif', '.png']);
    expect(frame['audio_url']).toMatch(/\.wav$/);
    expect(await store.prisma.media.count({ where: { agentId: agent.agentId } })).toBe(4);
  });

  it('is stored although it cannot be published, and the failure is logged', async () => {
    const agent = await addAgent('interactive', 'https://example.com/hook');
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

  it.each([
    ['nothing in it', {}, 'invalid_request'],
    ['too long a text', { text: 'x'.repeat(32_769) }, 'invalid_request'],
    ['too many images', { images: Array<string>(11).fill(PNG) }, 'invalid_request'],
    ['one bad image among good ones', { images: [PNG, 'aGVsbG8='] }, 'invalid_image'],
    ['a bad recording', { images: [PNG], audio: 'aGVsbG8=' }, 'invalid_audio'],
  ])('with %s is refused, and nothing is left', async (_name, content, code) => {
    const agent = await addAgent();
    await expect(messages.acceptUserMessage({ ...agent, ...content })).rejects.toMatchObject({ code });
    await expectNothingOf(agent.agentId);
  });

  it('to an approval-only agent is refused, with and without an image, and nothing is left', async () => {
    const agent = await addAgent('approval-only');
    for (const content of [{ text: 'hi' }, { images: [PNG] }]) {
      await expect(messages.acceptUserMessage({ ...agent, ...content })).rejects.toMatchObject({
        code: 'kind_not_allowed',
      });
    }
    await expectNothingOf(agent.agentId);
  });

  it('to someone else’s agent or conversation is not found, and nothing is left', async () => {
    const agent = await addAgent();
    const stranger = await addAgent();
    const theirs = await messages.acceptUserMessage({ ...stranger, text: 'mine' });
    for (const content of [{ text: 'hi' }, { images: [PNG] }]) {
      await expect(
        messages.acceptUserMessage({ ...agent, agentId: stranger.agentId, ...content }),
      ).rejects.toMatchObject({ code: 'not_found' });
      await expect(
        messages.acceptUserMessage({ ...agent, conversationId: theirs.conversationId, ...content }),
      ).rejects.toMatchObject({ code: 'not_found' });
      await expect(
        messages.acceptUserMessage({ ...agent, agentId: newId('agent'), ...content }),
      ).rejects.toMatchObject({ code: 'not_found' });
    }
    await expectNothingOf(agent.agentId);
  });
});

describe('an agent’s message', () => {
  it('is stored, and its owner’s consoles are told', async () => {
    const { agentId, userId } = await addAgent();
    const accepted = await messages.acceptAgentMessage({
      agentId,
      kind: 'interactive',
      text: '**hi**',
      image: PNG,
    });
    await publishing.drain();
    // Hints of earlier tests may come late.
    const hints = published.map(({ body }) => body).filter((hint) => hint['agent_id'] === agentId);
    expect(hints).toEqual([
      {
        type: 'message',
        user_id: userId,
        agent_id: agentId,
        conversation_id: accepted.conversationId,
        message_id: accepted.messageId,
      },
    ]);
    const [stored] =
      (await store.conversations.historyForAgent(accepted.conversationId, agentId, { limit: 1 })) ?? [];
    expect(stored).toMatchObject({ sender: 'agent', senderName: 'Ada', text: '**hi**', kind: 'text' });
    expect(stored?.imageUrls).toHaveLength(1);
  });

  it('may be a report card without a text', async () => {
    const { agentId } = await addAgent();
    const accepted = await messages.acceptAgentMessage({
      agentId,
      kind: 'interactive',
      reportTitle: 'Week 47',
      reportDescription: 'All well',
    });
    const [stored] =
      (await store.conversations.historyForAgent(accepted.conversationId, agentId, { limit: 1 })) ?? [];
    expect(stored).toMatchObject({
      kind: 'report',
      reportTitle: 'Week 47',
      reportDescription: 'All well',
      text: '',
    });
  });

  it('from an approval-only agent is refused', async () => {
    const { agentId } = await addAgent('approval-only');
    await expect(
      messages.acceptAgentMessage({ agentId, kind: 'approval-only', text: 'hi' }),
    ).rejects.toMatchObject({ code: 'kind_not_allowed' });
  });

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
  expect(await filesLeft()).toEqual([]);
  expect(await store.prisma.media.count({ where: { agentId } })).toBe(0);
  expect(await store.prisma.message.count({ where: { conversation: { agentId } } })).toBe(0);
  expect(await store.prisma.event.count({ where: { agentId } })).toBe(0);
  expect(await store.prisma.conversation.count({ where: { agentId } })).toBe(0);
}
