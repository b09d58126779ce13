import { expect, it } from '@jest/globals';
import { connect } from 'amqplib';
import { openRabbit, TEST_AMQP_URL } from '../rabbit-under-test.suite.js';
import { SILENT_LOGGER } from '../options.js';
import type { RabbitConnection } from './rabbit-connection.js';
import { RabbitFormerDeadLetters } from './rabbit-former-dead-letters.js';

const LETTERS = 3;

it('comes to an end although a service of the former version binds the queue again meanwhile', async () => {
  const tested = await openRabbit();
  const outsider = await connect(TEST_AMQP_URL);
  try {
    const channel = await outsider.createConfirmChannel();
    const former = tested.nameOf('webhook.dead');
    await channel.assertQueue(former, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    for (let count = 0; count < LETTERS; count += 1) channel.sendToQueue(former, Buffer.from('{}'));
    await channel.waitForConfirms();
    let forwarded = 0;
    const letters = new RabbitFormerDeadLetters({
      connection: { createChannel: () => outsider.createChannel() } as unknown as RabbitConnection,
      prefix: tested.nameOf(''),
      logger: SILENT_LOGGER,
      forward: async (_to, content) => {
        forwarded += 1;
        if (forwarded > LETTERS) throw new Error('A letter was moved that came by the moving');
        await channel.bindQueue(former, tested.nameOf('webhook'), 'dead');
        channel.publish(tested.nameOf('webhook'), 'dead', content);
        await channel.waitForConfirms();
      },
    });
    await letters.move();
    expect(forwarded).toBe(LETTERS);
    await channel.deleteQueue(former);
  } finally {
    await outsider.close();
    await tested.end();
  }
});
