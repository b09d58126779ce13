import type { Channel, ConsumeMessage } from 'amqplib';

/**
 * The acknowledgements of one channel. Those of one turn of the event loop leave together, and as one where every message before them is
 * settled too (AMQP 0-9-1, `basic.ack`, `multiple`): a quorum queue logs each acknowledgement, so one for many costs it far less.
 *
 * A message that its handler keeps for long holds up none of the later ones: they are acknowledged one by one then.
 */
export class RabbitAcks {
  /** Delivery tags of the messages that handlers have, in the order in which they came. */
  private readonly unsettled = new Set<number>();
  private due: ConsumeMessage[] = [];
  private scheduled = false;
  readonly #send: (settle: (channel: Channel) => void) => void;

  /** @param send does nothing once the channel is closed. The channel has one consumer, and every message of it passes through here. */
  constructor(send: (settle: (channel: Channel) => void) => void) {
    this.#send = send;
  }

  take(message: ConsumeMessage): void {
    this.unsettled.add(message.fields.deliveryTag);
  }

  ack(message: ConsumeMessage): void {
    this.unsettled.delete(message.fields.deliveryTag);
    this.due.push(message);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.flush());
  }

  /** Gives a message to the dead letters of its queue. */
  reject(message: ConsumeMessage): void {
    this.unsettled.delete(message.fields.deliveryTag);
    this.#send((channel) => channel.reject(message, false));
  }

  /**
   * Gives a message back to its queue, unhandled. Since RabbitMQ 4.3 `basic.nack` does not count as a failed delivery, against the limit after
   * which a message is dead-lettered, and `basic.reject` does; before, both count.
   */
  requeue(message: ConsumeMessage): void {
    this.unsettled.delete(message.fields.deliveryTag);
    this.#send((channel) => channel.nack(message, false, true));
  }

  /** Sends what is due. */
  flush(): void {
    const due = this.due;
    this.due = [];
    this.scheduled = false;
    const [oldest = Infinity] = this.unsettled;
    let last: ConsumeMessage | undefined;
    const single: ConsumeMessage[] = [];
    for (const message of due) {
      if (message.fields.deliveryTag > oldest) single.push(message);
      else if (last === undefined || message.fields.deliveryTag > last.fields.deliveryTag) last = message;
    }
    this.#send((channel) => {
      if (last !== undefined) channel.ack(last, true);
      for (const message of single) channel.ack(message);
    });
  }
}
