/** @only-in-all Waits long for real time to pass. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hubQueue, toClients, toHub } from '@svc/proto-events';
import type { AgentEventMessage, ClientHint } from '@svc/proto-events';
import { eventually, TcpProxy } from '@svc/testkit';
import { agentEvent, gate, Inbox } from '../inbox.suite.js';
import { openRabbit, TEST_AMQP_URL } from '../rabbit-under-test.suite.js';
import type { RabbitUnderTest } from '../rabbit-under-test.suite.js';

const IN_FLIGHT_MAX = 8;
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
    tested = await openRabbit({ url, inFlightMax: IN_FLIGHT_MAX });
  });
  afterEach(async () => {
    proxy.release();
    proxy.restore();
    proxy.admit();
    await tested.end();
    await proxy.stop();
  });

  it('loses no publish and no message when connections are cut again and again', async () => {
    const missing = new Set(Array.from({ length: 1_000 }, (_, index) => index + 1));
    const complete = gate();
    await tested.broker.consume(hubQueue('1'), { prefetch: 50 }, ({ seq }) => {
      missing.delete(seq);
      if (missing.size === 0) complete.open();
      return 'ack';
    });
    for (const seq of [...missing]) {
      await tested.broker.publish(toHub('1'), agentEvent(seq));
      if (seq % 250 === 0) proxy.cut();
    }
    await complete.opened;
    expect(tested.broker.stats().published).toBe(1_000);
    expect(tested.broker.stats().reconnects).toBeGreaterThanOrEqual(2);
  });

  it('publishes what waited once the broker is back, in order', async () => {
    const inbox = new Inbox<AgentEventMessage>();
    await tested.broker.declareHub('1');
    proxy.refuse();
    const publishes = [1, 2, 3].map((seq) => tested.broker.publish(toHub('1'), agentEvent(seq)));
    proxy.admit();
    const consuming = tested.broker.consume(hubQueue('1'), { prefetch: 10 }, inbox.handler);
    await Promise.all([...publishes, consuming]);
    expect(tested.broker.stats().published).toBe(3);
  });

  it('sends what was not confirmed again when the connection is lost', async () => {
    const inbox = new Inbox<AgentEventMessage>();
    await tested.broker.consume(hubQueue('1'), { prefetch: 10 }, inbox.handler);
    proxy.hold();
    const published = tested.broker.publish(toHub('1'), agentEvent(1));
    proxy.release();
    proxy.cut();
    await published;
    expect((await inbox.received(1))[0]).toEqual(agentEvent(1));
  });

  it('keeps no more in flight than allowed, and goes on when confirmations come', async () => {
    await tested.broker.declareHub('1');
    proxy.hold();
    const publishes = Array.from({ length: 100 }, (_, seq) =>
      tested.broker.publish(toHub('1'), agentEvent(seq + 1)),
    );
    expect(tested.broker.stats().inFlight).toBe(IN_FLIGHT_MAX);
    proxy.release();
    await Promise.all(publishes);
    expect(tested.broker.stats()).toMatchObject({ inFlight: 0, published: 100 });
  });

  it('gives up on a publish that is not confirmed in time, and says so', async () => {
    const impatient = await openRabbit({ url, publishTimeoutMs: 1_000 });
    try {
      await impatient.broker.declareHub('1');
      proxy.hold();
      await expect(impatient.broker.publish(toHub('1'), agentEvent(1))).rejects.toMatchObject({
        name: 'BrokerUnavailableError',
      });
      proxy.release();
      proxy.refuse();
      await expect(impatient.broker.publish(toHub('1'), agentEvent(2))).rejects.toMatchObject({
        name: 'BrokerUnavailableError',
      });
      expect(impatient.broker.stats().refused).toBe(2);
    } finally {
      proxy.admit();
      await impatient.end();
    }
  });

  it('is not ready, and refuses publishes at once, while the connection is down for longer than a moment', async () => {
    await tested.broker.declareHub('1');
    proxy.refuse();
    await expect(tested.broker.publish(toHub('1'), agentEvent(1))).rejects.toThrow('RabbitMQ is away');
    expect(tested.broker.isReady()).toBe(false);
    await expect(tested.broker.publish(toHub('1'), agentEvent(2))).rejects.toThrow('RabbitMQ is away');
    expect(tested.broker.stats().refused).toBe(2);
    proxy.admit();
    await eventually(async () => tested.broker.isReady(), Boolean);
    await tested.broker.publish(toHub('1'), agentEvent(3));
  });

  it('starts while the broker is away, and consumes and publishes once it is there', async () => {
    proxy.refuse();
    const late = await openRabbit({ url, connectTimeoutMs: 1_000 });
    const inbox = new Inbox<AgentEventMessage>();
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
