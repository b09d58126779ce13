import { Signal } from '@svc/testkit';
import { agentEventMessage } from '@svc/store';
import { toHub } from '@svc/proto-events';
import { useHub } from './hub.suite.js';

const bench = useHub();

describe('an event for a connected agent', () => {
  it('is not pushed if it was erased while the hub stood still, and what follows is', async () => {
    const { websocket } = bench.store.channels;
    const claims = new Signal<unknown>();
    const claim: typeof websocket.claim = async (asked) => {
      const claimed = await websocket.claim(asked);
      claims.push(claimed);
      return claimed;
    };
    // On a busy machine the look of each second would find the event before it is erased.
    const behind = async (): Promise<string[]> => [];
    const limits = { fenceAfterMs: 1_000, checkIntervalMs: 60_000 };
    const { agent, socket } = await bench.startConnected(limits, { websocket: { claim, behind } });
    // What the hub claims for a new socket must not have the event while it is still there.
    await claims.atLeast(1);
    const erased = await bench.send(agent, 'erased', { announce: false });
    const { messageId } = erased;
    await bench.store.messageDeletions.deleteMessage({ messageId, userId: agent.ownerId });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    bench.announce(erased);
    await bench.send(agent, 'after');
    await socket.frames.atLeast(2);
    expect(socket.texts).toEqual(['after']);
  });

  it('is pushed before a later one even if its publisher died before publishing', async () => {
    const { agent, socket } = await bench.startConnected();
    await bench.send(agent, 'first', { announce: false });
    await bench.send(agent, 'second');
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['first', 'second']);
  });
});

describe('on connect', () => {
  it('more than a window of them come, page by page', async () => {
    const hub = await bench.startHub({ windowFrames: 8 });
    const agent = await bench.addAgent();
    const texts = Array.from({ length: 50 }, (_, index) => `w${index}`);
    for (const text of texts) await bench.send(agent, text, { announce: false });
    const socket = await hub.connect(agent);
    await socket.frames.atLeast(51);
    expect(socket.texts).toEqual(texts);
  });
});

describe('an agent that is not connected here', () => {
  it('has its events rung for at the dispatchers', async () => {
    const { agent } = await bench.startConnected();
    const sent = await bench.send(await bench.addAgent(), 'gone', { announce: false });
    await bench.broker.publish(toHub(await bench.slotOf(agent)), agentEventMessage(sent));
    expect(await bench.rung.atLeast(1)).toMatchObject([{ events: [{ event_id: sent.eventId }] }]);
  });
});

describe('an event that the broker has lost', () => {
  it('is found by the look of each second', async () => {
    const { agent, socket } = await bench.startConnected();
    await bench.delivered(await bench.send(agent, 'rung for'));
    await bench.send(agent, 'lost', { announce: false });
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['rung for', 'lost']);
  });
});

describe('an event whose receipt the database refuses', () => {
  it('is not in the way of the receipts of others', async () => {
    const { websocket } = bench.store.channels;
    const refused = new Signal<string>();
    const receive = (eventId: string): Promise<void> => {
      if (refused.items.length > 0) return websocket.receive(eventId);
      refused.push(eventId);
      return Promise.reject(Object.assign(new Error('refused'), { code: '22P02' }));
    };
    const { agent, socket } = await bench.startConnected({}, { websocket: { receive } });
    const { eventId } = await bench.send(agent, 'refused');
    await refused.atLeast(1);
    await bench.delivered(await bench.send(agent, 'other'));
    expect(refused.items).toEqual([eventId]);
    expect(socket.texts).toEqual(['refused', 'other']);
  });
});
