import { describe, expect, it } from '@jest/globals';
import {
  EXCHANGES,
  FIXED_QUEUES,
  hubQueue,
  toHub,
  toWebhookDue,
  toWebhookWait,
  webhookWaitQueue,
} from './topology.js';
import type { Address, QueueDescriptor } from './topology.js';

const QUEUES: readonly QueueDescriptor<unknown>[] = [
  ...FIXED_QUEUES,
  hubQueue('1'),
  webhookWaitQueue(30_000),
];

describe('topology', () => {
  it('binds queues and sends dead letters only to exchanges that exist', () => {
    const names = EXCHANGES.map(({ name }) => name);
    for (const { bindings, deadLetter } of QUEUES) {
      for (const { exchange } of bindings) expect(names).toContain(exchange);
      if (deadLetter) expect(names).toContain(deadLetter.exchange);
    }
  });

  it.each([
    ['the hub', toHub('1'), 'hub.1'],
    ['the dispatcher', toWebhookDue(), 'webhook.due'],
    ['the dispatcher, later', toWebhookWait(30_000), 'webhook.wait.30000'],
  ])('leads to the queue of %s', (_name, address: Address<unknown>, queue) => {
    expect(queuesAt(address)).toEqual([queue]);
  });

  it('brings what a hub does not take to the dispatchers', () => {
    expect(hubQueue('1').deadLetter).toEqual({ exchange: toWebhookDue().exchange, routingKey: 'due' });
  });

  it('brings a message that waited back to the dispatcher', () => {
    const { deadLetter, messageTtlMs } = webhookWaitQueue(30_000);
    expect(deadLetter).toEqual({ exchange: toWebhookDue().exchange, routingKey: toWebhookDue().routingKey });
    expect(messageTtlMs).toBe(30_000);
  });
});

function queuesAt({ exchange, routingKey }: Address<unknown>): string[] {
  return QUEUES.filter(({ bindings }) =>
    bindings.some((binding) => binding.exchange === exchange && binding.routingKey === routingKey),
  ).map(({ name }) => name);
}
