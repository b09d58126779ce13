import { ClientSocket, eventually } from '@svc/testkit';
import { faultBench } from './fault-bench.js';

/** Above the ten seconds after which a silent message counts as cut off. */
const CUT_MS_MAX = 40_000;

describe('A message that an agent is writing', () => {
  const bench = faultBench({ GATEWAYS: '2', HUBS: '2' });

  /** An agent that has begun to write. */
  async function writing(text: string) {
    const agent = await bench.person.createAgent();
    const socket = await agent.connect();
    const { conversation_id } = await bench.person.send(agent.agentId, 'Question');
    socket.start('a', conversation_id);
    socket.grow('a', text);
    return { agent, socket, conversation_id };
  }

  async function console(): Promise<ClientSocket> {
    const socket = await ClientSocket.open(bench.services.url);
    await socket.authenticate(bench.person.token);
    return socket;
  }

  async function shown(conversationId: string): Promise<{ state: string; text: string }[]> {
    const { status, body } = await bench.person.call(`/conversations/${conversationId}/streams`);
    return status === 200 ? (body as { state: string; text: string }[]) : [];
  }

  /** Waits for what is shown of the only message that is being written. */
  async function seen(conversationId: string, wanted: { state: string; text: string } | null): Promise<void> {
    const fits = (all: { state: string; text: string }[]): boolean =>
      wanted === null
        ? all.length === 0
        : all.length === 1 && all[0]?.state === wanted.state && all[0].text === wanted.text;
    const what = `${JSON.stringify(wanted)} to be shown`;
    await eventually(() => shown(conversationId), fits, { what, waitMsMax: CUT_MS_MAX });
  }

  const texts = async (conversationId: string) =>
    (await bench.person.history(conversationId)).map(({ text }) => text);

  it('is said to be cut off after its hub was killed, with the text so far, and its agent may begin again', async () => {
    const consoles = [await console(), await console()];
    const { agent, socket, conversation_id } = await writing('The answer is');
    // Both hubs tell of it, whichever has the agent.
    for (const each of consoles) await each.grown(conversation_id, 'The answer is');
    await seen(conversation_id, { state: 'writing', text: 'The answer is' });
    const hubs = await bench.services.killAll('websocket-hub');
    expect(hubs).toHaveLength(2);
    await socket.closed();
    for (const each of consoles) await each.closed();
    await bench.services.restarted(hubs);
    await seen(conversation_id, { state: 'cut', text: 'The answer is' });
    expect(await texts(conversation_id)).toEqual(['Question']);

    const again = await agent.connect();
    again.start('a', conversation_id);
    again.grow('a', 'The answer is 42');
    expect(await again.end('a')).toMatchObject({ type: 'message_ack' });
    expect(await texts(conversation_id)).toEqual(['The answer is 42', 'Question']);
    await seen(conversation_id, null);
    again.terminate();
  });

  it('goes on while RabbitMQ is away: it is shown to who asks, and stored, and consoles hear of the next one', async () => {
    const before = await console();
    const { socket, conversation_id } = await writing('One ');
    await before.grown(conversation_id, 'One ');
    bench.networks.amqp.refuse();
    try {
      await bench.services.outageNoticed();
      socket.grow('a', 'two');
      await seen(conversation_id, { state: 'writing', text: 'One two' });
      expect(await socket.end('a')).toMatchObject({ type: 'message_ack' });
      await seen(conversation_id, null);
      expect(await texts(conversation_id)).toEqual(['One two', 'Question']);
    } finally {
      bench.networks.amqp.admit();
    }
    // Hints were lost, so the page has to read again.
    expect((await before.closed(CUT_MS_MAX)).code).toBe(1012);
    const after = await console();
    socket.start('b', conversation_id);
    // The first may come before the hub listens again.
    const heard = async () => {
      if (socket.isOpen) socket.grow('b', '.');
      return after.streamsIn(conversation_id).length > 0;
    };
    const what = 'a console to hear of the next one';
    await eventually(heard, Boolean, { what, waitMsMax: CUT_MS_MAX });
    for (const each of [socket, after]) each.terminate();
  });

  it('that ends while PostgreSQL takes no writes is refused for now, is nowhere half, and can be ended again', async () => {
    const { socket, conversation_id } = await writing('Whole');
    await seen(conversation_id, { state: 'writing', text: 'Whole' });
    await bench.whileTakingNoWrites(async () => {
      const refused = await socket.end('a');
      expect(refused).toEqual({ type: 'error', ref: 'a', detail: 'Temporarily unavailable' });
      expect(await texts(conversation_id)).toEqual(['Question']);
    });
    const isStored = async (): Promise<boolean> => (await socket.end('a')).type === 'message_ack';
    await eventually(isStored, Boolean, { what: 'the message to be stored', waitMsMax: 20_000 });
    expect(await texts(conversation_id)).toEqual(['Whole', 'Question']);
    await seen(conversation_id, null);
    socket.terminate();
  });
});
