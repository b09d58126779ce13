import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { toWebhookDue } from '@svc/proto-events';
import type { ChannelModel } from 'amqplib';
import { agentEvent } from '../inbox.suite.js';
import { SILENT_LOGGER } from '../options.js';
import { RabbitPublisher } from './rabbit-publisher.js';
import type { RabbitTopology } from './rabbit-topology.js';

/** A publisher whose channels confirm everything, or throw what they are told. */
function publisherOnFakeChannels() {
  const topology = {
    nameOf: (name: string) => name,
    declareAll: async () => {},
  } as unknown as RabbitTopology;
  const publisher = new RabbitPublisher({
    ...{ topology, logger: SILENT_LOGGER },
    ...{ inFlightMax: 2, waitingMax: 10, publishTimeoutMs: 60_000 },
  });
  const sent: string[] = [];
  async function openChannel(failure: Error | null = null) {
    const publish = (...[, , content, , done]: [unknown, unknown, Buffer, unknown, (e: null) => void]) => {
      if (failure !== null) throw failure;
      sent.push((JSON.parse(String(content)) as { event_id: string }).event_id);
      setImmediate(done, null);
    };
    const channel = Object.assign(new EventEmitter(), { publish });
    const model = { createConfirmChannel: async () => channel, close: async () => {} };
    const resume = await publisher.open(model as unknown as ChannelModel);
    resume();
    return {
      /** Throws no more. */
      mend: () => void (failure = null),
      close: () => channel.emit('close'),
    };
  }
  return { publisher, sent, openChannel };
}

/** As amqplib throws it on a channel that is closing or closed. */
function closing(): Error {
  return Object.assign(new Error('Channel closing'), { name: 'IllegalOperationError' });
}

it('what a closing channel does not take goes out on the next one, in order, and takes no place in flight until then', async () => {
  const { publisher, sent, openChannel } = publisherOnFakeChannels();
  const first = await openChannel(closing());
  const published = [1, 2, 3].map((seq) => publisher.publish(toWebhookDue(), agentEvent(seq)));
  expect(publisher.inFlight()).toBe(0);
  first.close();
  await openChannel();
  await Promise.all(published);
  expect(sent).toEqual(['evt_1', 'evt_2', 'evt_3']);
  expect(publisher.inFlight()).toBe(0);
  await publisher.stop(0);
});

it('a channel that had closed before it was used gives everything to the next one', async () => {
  const { publisher, sent, openChannel } = publisherOnFakeChannels();
  const published = [1, 2, 3].map((seq) => publisher.publish(toWebhookDue(), agentEvent(seq)));
  await openChannel(closing());
  const late = publisher.publish(toWebhookDue(), agentEvent(4));
  await openChannel();
  await Promise.all([...published, late]);
  expect(sent).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  await publisher.stop(0);
});

it('a message that cannot be written fails by itself, and keeps no place in flight', async () => {
  const { publisher, sent, openChannel } = publisherOnFakeChannels();
  const channel = await openChannel(new RangeError('Field too long'));
  const unwritable = [1, 2, 3].map((seq) => publisher.publish(toWebhookDue(), agentEvent(seq)));
  const results = await Promise.allSettled(unwritable);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(publisher.inFlight()).toBe(0);
  channel.mend();
  await publisher.publish(toWebhookDue(), agentEvent(4));
  expect(sent).toEqual(['evt_4']);
  expect(publisher.refused).toBe(3);
  await publisher.stop(0);
});
