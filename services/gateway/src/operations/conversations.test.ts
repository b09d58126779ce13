import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { expectContract, PNG, useGateway, WAV } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';

const bench = useGateway();

/** For calls that leave nothing behind, so that not each of them needs a sign-up. */
let unchanged: TestAgent;
beforeAll(async () => {
  unchanged = await bench.addAgent();
});

beforeEach(() => {
  bench.hints.length = 0;
});

describe('a user’s message', () => {
  it('opens a conversation, which is then listed with its newest message', async () => {
    const agent = await bench.addAgent();
    const path = `/api/client/agents/${agent.agentId}/messages`;
    const first = await bench.call('POST', path, { headers: agent.owner.auth, body: { text: 'one' } });
    expect(first.status).toBe(201);
    expectContract('sendUserMessage', first);
    expect(first.body).toEqual({
      message_id: expect.stringMatching(/^msg_/),
      conversation_id: expect.stringMatching(/^conv_/),
    });
    const { conversation_id } = first.body;
    await bench.call('POST', path, { headers: agent.owner.auth, body: { text: 'two', conversation_id } });
    for (const query of ['', `?agent_id=${agent.agentId}`]) {
      const list = await bench.call('GET', `/api/client/conversations${query}`, {
        headers: agent.owner.auth,
      });
      expectContract('listConversations', list);
      expect(list.body).toEqual([
        {
          id: conversation_id,
          agent_id: agent.agentId,
          last_message_at: expect.any(String),
          last_message_text: 'two',
          title: null,
          titled_by: null,
          pinned: false,
          archived: false,
          unread_count: 0,
          read_through: null,
        },
      ]);
    }
    const none = await bench.call('GET', `/api/client/conversations?agent_id=${newId('agent')}`, {
      headers: agent.owner.auth,
    });
    expect(none.body).toEqual([]);
    expect(bench.hints).toContainEqual(expect.objectContaining({ type: 'message', conversation_id }));
  });

  it('carries several images and a recording', async () => {
    const agent = await bench.addAgent();
    const sent = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
      headers: agent.owner.auth,
      body: { text: 'spoken', images: [PNG, PNG], audio_base64: WAV },
    });
    expect(sent.status).toBe(201);
    const event = await bench.store.prisma.event.findFirstOrThrow({
      where: { subjectId: sent.body.message_id },
    });
    const frame = JSON.parse(event.frame);
    expect(frame).toMatchObject({ type: 'user_message', text: 'spoken', image_url: null });
    expect(frame.image_urls).toHaveLength(2);
    const path = `/api/client/conversations/${sent.body.conversation_id}/messages`;
    const history = await bench.call('GET', path, { headers: agent.owner.auth });
    expect(history.body).toEqual([
      {
        id: sent.body.message_id,
        conversation_id: sent.body.conversation_id,
        sender: 'human',
        sender_name: 'Ursula',
        text: 'spoken',
        created_at: expect.any(String),
        kind: 'text',
        image_urls: (frame.image_urls as string[]).map(linkTo),
        audio_url: linkTo(frame.audio_url),
        report_title: null,
        report_description: null,
        task_run_id: null,
        decision_id: null,
      },
    ]);
  });

  it.each<[string, object, number]>([
    ['nothing', {}, 422],
    ['an empty text', { text: '' }, 422],
    ['no images', { images: [] }, 422],
    ['wrong types', { text: 1, images: PNG, audio_base64: {} }, 422],
    ['eleven images', { images: Array<string>(11).fill(PNG) }, 422],
    ['an image that is none', { images: [PNG, Buffer.from('hello').toString('base64')] }, 422],
    ['base64 that is none', { images: ['***'] }, 422],
    ['a recording that is none', { audio_base64: PNG }, 422],
    ['too long a text', { text: 'x'.repeat(32_769) }, 422],
    ['an image over 5 MB', { images: [Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64')] }, 413],
    ['a recording over 10 MB', { audio_base64: Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64') }, 413],
    ['an unknown conversation', { text: 'x', conversation_id: newId('conversation') }, 404],
  ])('with %s is refused, and nothing is stored', async (_name, body, status) => {
    const before = await bench.stored();
    const files = await bench.mediaFiles();
    const answer = await bench.call('POST', `/api/client/agents/${unchanged.agentId}/messages`, {
      headers: unchanged.owner.auth,
      body,
    });
    expect(answer.status).toBe(status);
    expectContract('sendUserMessage', answer);
    expect(await bench.stored()).toEqual(before);
    expect(await bench.mediaFiles()).toEqual(files);
  });

  it('of ten images of 5 MB is taken', async () => {
    const agent = await bench.addAgent();
    const image = Buffer.alloc(5 * 1024 * 1024);
    Buffer.from(PNG, 'base64').copy(image);
    const encoded = image.toString('base64');
    const images = Array<string>(10).fill(`"${encoded}"`).join();
    const answer = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
      headers: agent.owner.auth,
      // Not put into JSON by the call, which would look for letters to escape in 70 MB.
      raw: `{"images":[${images}]}`,
    });
    expect(answer.status).toBe(201);
  });

  it('to an approval-only agent is forbidden', async () => {
    const agent = await bench.addAgent({ kind: 'approval-only' });
    const answer = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
      headers: agent.owner.auth,
      body: { text: 'hi' },
    });
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Approval-only agents cannot do this' } });
    expectContract('sendUserMessage', answer);
  });

  it('does not go to the conversation of another agent, nor of another user', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent({ owner: agent.owner });
    const stranger = await bench.addAgent();
    for (const theirs of [other, stranger]) {
      const opened = await bench.call('POST', `/api/client/agents/${theirs.agentId}/messages`, {
        headers: theirs.owner.auth,
        body: { text: 'mine' },
      });
      const before = await bench.stored();
      const answer = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
        headers: agent.owner.auth,
        body: { text: 'hi', conversation_id: opened.body.conversation_id },
      });
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found' } });
      expect(await bench.stored()).toEqual(before);
    }
  });
});

describe('a history', () => {
  it('is not found by another user, and pages as the agent’s does', async () => {
    const agent = await bench.addAgent();
    const stranger = await bench.signUp();
    const sent = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
      headers: agent.owner.auth,
      body: { text: 'one' },
    });
    const path = `/api/client/conversations/${sent.body.conversation_id}/messages`;
    expect((await bench.call('GET', path, { headers: stranger.auth })).status).toBe(404);
    const page = await bench.call('GET', `${path}?limit=1`, { headers: agent.owner.auth });
    const older = await bench.call('GET', `${path}?cursor=${page.body[0].created_at}`, {
      headers: agent.owner.auth,
    });
    expect(older.body).toEqual([]);
    expect((await bench.call('GET', `${path}?limit=0`, { headers: agent.owner.auth })).status).toBe(422);
  });
});

/** A link to the file of a stored URL. */
function linkTo(url: string): unknown {
  return expect.stringMatching(new RegExp(`^${url.replace('/media/', String.raw`/media/\d+\.[\w-]{43}/`)}$`));
}
