import { describe, expect, it } from '@jest/globals';
import type { Channel, ConsumeMessage } from 'amqplib';
import { RabbitAcks } from './rabbit-acks.js';

interface Sent {
  kind: 'ack' | 'nack';
  tag: number;
  multiple: boolean;
}

function acksOfFakeChannel() {
  const sent: Sent[] = [];
  const channel = {
    ack: (message: ConsumeMessage, multiple = false) =>
      sent.push({ kind: 'ack', tag: message.fields.deliveryTag, multiple }),
    nack: (message: ConsumeMessage, multiple = false) =>
      sent.push({ kind: 'nack', tag: message.fields.deliveryTag, multiple }),
  } as unknown as Channel;
  const acks = new RabbitAcks((settle) => settle(channel));
  const taken = (tag: number): ConsumeMessage => {
    const message = { fields: { deliveryTag: tag } } as ConsumeMessage;
    acks.take(message);
    return message;
  };
  return { acks, taken, sent };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('acknowledgements', () => {
  it('of one turn leave as one when nothing before them is open', async () => {
    const { acks, taken, sent } = acksOfFakeChannel();
    const [first, second, third] = [taken(1), taken(2), taken(3)];
    acks.ack(third);
    acks.ack(first);
    acks.ack(second);
    expect(sent).toEqual([]);
    await turn();
    expect(sent).toEqual([{ kind: 'ack', tag: 3, multiple: true }]);
  });

  it('never cover a message that its handler still has', async () => {
    const { acks, taken, sent } = acksOfFakeChannel();
    const [first, kept, third, fourth] = [taken(1), taken(2), taken(3), taken(4)];
    for (const message of [first, third, fourth]) acks.ack(message);
    await turn();
    expect(sent).toEqual([
      { kind: 'ack', tag: 1, multiple: true },
      { kind: 'ack', tag: 3, multiple: false },
      { kind: 'ack', tag: 4, multiple: false },
    ]);
    acks.ack(kept);
    await turn();
    expect(sent.at(-1)).toEqual({ kind: 'ack', tag: 2, multiple: true });
  });

  it('step over a message that was given back', async () => {
    const { acks, taken, sent } = acksOfFakeChannel();
    const [refused, second] = [taken(1), taken(2)];
    acks.requeue(refused);
    acks.ack(second);
    await turn();
    expect(sent).toEqual([
      { kind: 'nack', tag: 1, multiple: false },
      { kind: 'ack', tag: 2, multiple: true },
    ]);
  });

  it('leave at once when they are flushed, and only once', async () => {
    const { acks, taken, sent } = acksOfFakeChannel();
    acks.ack(taken(1));
    acks.flush();
    await turn();
    expect(sent).toEqual([{ kind: 'ack', tag: 1, multiple: true }]);
  });
});
