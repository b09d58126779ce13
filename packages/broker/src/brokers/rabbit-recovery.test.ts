/** @only-in-all Waits long for real time to pass. */
import { hubQueue, toClients, toHub } from '@svc/proto-events';
import type { ClientHint } from '@svc/proto-events';
import { eventually, TcpProxy } from '@svc/testkit';
import { agentEvent, Inbox, seqOf } from '../inbox.suite.js';
import { openRabbit, TEST_AMQP_URL } from '../rabbit-under-test.suite.js';
import type { RabbitUnderTest } from '../rabbit-under-test.suite.js';

const IN_FLIGHT_MAX = 2_000;
/** So long that no heartbeat ends a connection here, however busy the machine is. */
const HEARTBEAT_SECONDS = 120;

describe('RabbitMQ broker on a bad connection', () => {
  let proxy: TcpProxy;
  let tested: RabbitUnderTest;
  let url: string;

  beforeEach(async () => {
    proxy = new TcpProxy(new URL(TEST_AMQP_URL));
    const through = new URL(await proxy.start());
    through.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
    url = through.href;
    tested = await openRabbit(url);
  });
  afterEach(async () => {
    proxy.release();
    proxy.restore();
    proxy.admit();
    await tested.end();
    await proxy.stop();
  });

  const publish = (seq: number) => tested.broker.publish(toHub('1'), agentEvent(seq));

  it('publishes and consumes again each time after the connection was cut, and what was under way has failed', async () => {
    const inbox = new Inbox();
    await tested.broker.consume(hubQueue('1'), { prefetch: 50 }, inbox.handler);
    for (let seq = 1; seq <= 3; seq += 1) {
      proxy.hold();
      const published = publish(seq);
      proxy.release();
      proxy.cut();
      await expect(published).rejects.toThrow('RabbitMQ went away');
      const again = () => publish(seq).then(() => true);
      await eventually(() => again().catch(() => false), Boolean);
    }
    const isHere = async (): Promise<boolean> =>
      [1, 2, 3].every((seq) => inbox.bodies.some((body) => seqOf(body) === seq));
    await eventually(isHere, Boolean);
    expect(tested.broker.stats()).toMatchObject({ inFlight: 0, published: 3 });
    expect(tested.broker.stats().reconnects).toBeGreaterThanOrEqual(3);
  });

  it('keeps no more in flight than allowed, and goes on when confirmations come', async () => {
    await tested.broker.declareQueue(hubQueue('1'));
    proxy.hold();
    const publishes = Array.from({ length: IN_FLIGHT_MAX }, () => publish(1));
    await expect(publish(1)).rejects.toThrow('Too many publishes');
    expect(tested.broker.stats()).toMatchObject({ inFlight: IN_FLIGHT_MAX, refused: 1 });
    proxy.release();
    await Promise.all(publishes);
    await publish(1);
    expect(tested.broker.stats().inFlight).toBe(0);
  });

  it('is not ready, and refuses publishes at once, while the connection is down', async () => {
    await tested.broker.declareQueue(hubQueue('1'));
    proxy.refuse();
    await eventually(async () => !tested.broker.isReady(), Boolean);
    await expect(publish(1)).rejects.toThrow('RabbitMQ is away');
    proxy.admit();
    await eventually(async () => tested.broker.isReady(), Boolean);
    await publish(2);
  });

  it('starts while the broker is away, and consumes and publishes once it is there', async () => {
    proxy.refuse();
    const late = await openRabbit(url);
    const inbox = new Inbox();
    try {
      expect(late.broker.isReady()).toBe(false);
      const consumer = await late.broker.consume(hubQueue('1'), { prefetch: 10 }, inbox.handler);
      expect(consumer.isConsuming()).toBe(false);
      proxy.admit();
      await eventually(async () => late.broker.isReady() && consumer.isConsuming(), Boolean);
      await late.broker.publish(toHub('1'), agentEvent(1));
      expect(await inbox.received(1)).toEqual([agentEvent(1)]);
    } finally {
      proxy.admit();
      await late.end();
    }
  });

  it('hears hints again after the connection was lost, and never waits with one', async () => {
    const inbox = new Inbox<ClientHint>();
    const listening: (() => void)[] = [];
    const isHeard = new Promise<void>((resolve) => listening.push(() => undefined, resolve));
    await tested.broker.consumeClientHints(
      (body) => void inbox.handler(body),
      () => listening.shift()?.(),
    );
    expect(listening).toHaveLength(1);
    proxy.refuse();
    await tested.broker.publish(toClients(), { type: 'credentials', agent_id: 'agt_lost' });
    proxy.admit();
    await isHeard;
    const heard = inbox.received(1);
    const repeat = setInterval(() => {
      void tested.broker.publish(toClients(), { type: 'credentials', agent_id: 'agt_1' });
    }, 20);
    await heard;
    clearInterval(repeat);
    expect(inbox.bodies.length).toBeGreaterThan(0);
  });

  it('stops in time while the broker is away', async () => {
    proxy.refuse();
    await tested.broker.stop();
    expect(tested.broker.isReady()).toBe(false);
    proxy.admit();
  });
});
