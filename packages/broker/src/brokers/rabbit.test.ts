import { randomBytes } from 'node:crypto';
import { hubQueue, toHub, WEBHOOK_DUE_QUEUE } from '@svc/proto-events';
import { eventually } from '@svc/testkit';
import { connect } from 'amqplib';
import type { ChannelModel } from 'amqplib';
import { BrokerUnavailableError, InstallationConflictError } from '../broker.js';
import { describeBroker } from '../conformance.suite.js';
import { agentEvent, Inbox } from '../inbox.suite.js';
import { openRabbit, TEST_AMQP_URL } from '../rabbit-under-test.suite.js';
import type { RabbitUnderTest } from '../rabbit-under-test.suite.js';
import { RabbitBroker } from './rabbit.js';

describeBroker('RabbitMQ', () => openRabbit());

describe('RabbitMQ broker', () => {
  let tested: RabbitUnderTest;
  let outsider: ChannelModel;

  beforeEach(async () => {
    tested = await openRabbit();
    outsider = await connect(TEST_AMQP_URL);
  });
  afterEach(async () => {
    await outsider.close();
    await tested.end();
  });

  it('keeps the events of a declared hub until it consumes', async () => {
    const inbox = new Inbox();
    await tested.broker.declareQueue(hubQueue('1'));
    await tested.broker.publish(toHub('1'), agentEvent(1));
    await tested.broker.consume(hubQueue('1'), { prefetch: 10 }, inbox.handler);
    expect(await inbox.received(1)).toEqual([agentEvent(1)]);
  });

  it('dead-letters a message that is not JSON', async () => {
    const inbox = new Inbox();
    await tested.broker.consume(WEBHOOK_DUE_QUEUE, { prefetch: 1 }, inbox.handler);
    const channel = await outsider.createChannel();
    channel.publish(tested.nameOf('webhook'), 'due', Buffer.from('{"event_id":'));
    const letter = async () => await channel.get(tested.nameOf('dead-letters'), { noAck: true });
    const dead = await eventually(letter, (found) => found !== false);
    expect(dead && dead.content.toString()).toBe('{"event_id":');
    expect(inbox.bodies).toEqual([]);
    expect(tested.broker.stats().unreadable).toBe(1);
  });

  it('consumes again after its queue was deleted', async () => {
    const inbox = new Inbox();
    await tested.broker.consume(hubQueue('1'), { prefetch: 10 }, inbox.handler);
    const channel = await outsider.createChannel();
    await channel.deleteQueue(tested.nameOf('hub.1'));
    const publish = () => tested.broker.publish(toHub('1'), agentEvent(1)).then(() => true);
    await eventually(() => publish().catch(() => false), Boolean);
    expect(await inbox.received(1)).toEqual([agentEvent(1)]);
  });

  it('fails to start, with the reason, when its credentials are refused', async () => {
    const url = new URL(TEST_AMQP_URL);
    url.password = 'wrong';
    const broker = new RabbitBroker({ url: url.href });
    const failure = await broker.start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BrokerUnavailableError);
    expect(String((failure as BrokerUnavailableError).cause)).toContain('ACCESS');
    await broker.stop();
  });

  it('refuses further messages when a queue is full', async () => {
    await tested.broker.declareQueue({ ...hubQueue('1'), lengthMax: 3 });
    const publishing = async () => {
      for (let seq = 1; seq <= 4; seq += 1) await tested.broker.publish(toHub('1'), agentEvent(seq));
    };
    await expect(publishing()).rejects.toMatchObject({ name: 'PublishRefusedError', reason: 'full' });
  });

  it('can be stopped before it was started', async () => {
    await expect(new RabbitBroker({ url: TEST_AMQP_URL }).stop()).resolves.toBeUndefined();
  });

  it('refuses a queue that contradicts the one that is there, and goes on, as do its consumers', async () => {
    const beside = new Inbox();
    await tested.broker.consume(hubQueue('2'), { prefetch: 10 }, beside.handler);
    await tested.broker.declareQueue(hubQueue('1'));
    const contradiction = { ...hubQueue('1'), lengthMax: 5 };
    await expect(tested.broker.declareQueue(contradiction)).rejects.toThrow('PRECONDITION');
    const consumer = tested.broker.consume(contradiction, { prefetch: 1 }, () => 'ack');
    await expect(consumer).rejects.toThrow('PRECONDITION');
    await expect(tested.broker.publish(toHub('1'), agentEvent(1))).resolves.toBeUndefined();
    await tested.broker.publish(toHub('2'), agentEvent(2));
    expect(await beside.received(1)).toEqual([agentEvent(2)]);
    expect(tested.broker.stats().reconnects).toBe(0);
  });
});

describe('RabbitMQ that another installation uses under the same names', () => {
  const namePrefix = `test-${randomBytes(6).toString('hex')}.`;
  const start = async (id: string) => {
    const broker = new RabbitBroker({ url: TEST_AMQP_URL, namePrefix, installationId: async () => id });
    try {
      await broker.start();
    } catch (error) {
      await broker.stop();
      throw error;
    }
    return broker;
  };

  it('is refused with both names and the remedy, and nothing is taken from it', async () => {
    const first = await start('first');
    const inbox = new Inbox();
    await first.consume(hubQueue('1'), { prefetch: 10 }, inbox.handler);
    try {
      const refusal = await start('second').catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(InstallationConflictError);
      expect(String(refusal)).toMatch(/marked as first .* this database is second.*AMQP_PREFIX/);
      const sibling = await start('first');
      await sibling.publish(toHub('1'), agentEvent(1));
      expect(await inbox.received(1)).toEqual([agentEvent(1)]);
      await sibling.stop();
    } finally {
      await first.stop();
      await first.deleteTopology();
    }
  });

  it('is free again when the last service of the other has gone', async () => {
    const first = await start('first');
    await first.stop();
    const second = await start('second');
    await second.stop();
    await second.deleteTopology();
  });
});
