import { DELIVERY_LIMIT } from '@svc/proto-events';
import type { QueueDescriptor } from '@svc/proto-events';
import { NO_HEADERS } from '../marks.js';
import type { Headers } from '../marks.js';
import { Backlog } from './backlog.js';

export interface MemoryMessage {
  readonly text: string;
  readonly routingKey: string;
  readonly headers: Headers;
  readonly bytes: number;
  /** Times that it was handed to a consumer of this queue. */
  deliveries: number;
  expiresAtMs: number;
}

/** A timer that is to wait longer fires at once (Node, `setTimeout`). */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Receives the messages of a queue, as many as it has room for. */
export interface MemoryReceiver {
  hasRoom(): boolean;
  receive(message: MemoryMessage): void;
}

/** One queue of the memory broker: order, time to live, delivery limit, length, and whose turn it is. */
export class MemoryQueue {
  private readonly ready = new Backlog<MemoryMessage>();
  private readyBytes = 0;
  private receivers: MemoryReceiver[] = [];
  private turn: NodeJS.Immediate | undefined;
  private expiry: NodeJS.Timeout | undefined;
  readonly descriptor: QueueDescriptor<unknown>;
  readonly #deadLetter: (queue: QueueDescriptor<unknown>, message: MemoryMessage) => void;

  constructor(
    descriptor: QueueDescriptor<unknown>,
    deadLetter: (queue: QueueDescriptor<unknown>, message: MemoryMessage) => void,
  ) {
    this.descriptor = descriptor;
    this.#deadLetter = deadLetter;
  }

  isFull(): boolean {
    return this.descriptor.bytesMax === undefined && this.ready.length >= this.descriptor.lengthMax;
  }

  get length(): number {
    return this.ready.length;
  }

  push(text: string, routingKey: string, headers: Headers = NO_HEADERS): void {
    const { messageTtlMs } = this.descriptor;
    const expiresAtMs = messageTtlMs === undefined ? Infinity : performance.now() + messageTtlMs;
    const bytes = Buffer.byteLength(text);
    this.ready.push({ text, routingKey, headers, bytes, deliveries: 0, expiresAtMs });
    this.readyBytes += bytes;
    this.boundBytes();
    this.wake();
  }

  /** Back to the head of the queue, or to the dead letters if it came back too often. */
  giveBack(message: MemoryMessage): void {
    const { deliveryLimit = DELIVERY_LIMIT } = this.descriptor;
    if (message.deliveries > deliveryLimit) return this.#deadLetter(this.descriptor, message);
    this.ready.putBack([message]);
    this.readyBytes += message.bytes;
    this.wake();
  }

  reject(message: MemoryMessage): void {
    this.#deadLetter(this.descriptor, message);
  }

  add(receiver: MemoryReceiver): void {
    this.receivers.push(receiver);
    this.wake();
  }

  remove(receiver: MemoryReceiver): void {
    this.receivers = this.receivers.filter((other) => other !== receiver);
    this.wake();
  }

  /** Hands out messages soon, but never inside the call that made them available. */
  wake(): void {
    this.turn ??= setImmediate(() => {
      this.turn = undefined;
      this.handOut();
    });
  }

  close(): void {
    clearImmediate(this.turn);
    clearTimeout(this.expiry);
    this.receivers = [];
    this.ready.takeAll();
    this.readyBytes = 0;
  }

  private take(): MemoryMessage | undefined {
    const message = this.ready.shift();
    this.readyBytes -= message?.bytes ?? 0;
    return message;
  }

  private boundBytes(): void {
    const { bytesMax, lengthMax } = this.descriptor;
    if (bytesMax === undefined) return;
    while (this.ready.length > lengthMax || this.readyBytes > bytesMax) this.take();
  }

  private handOut(): void {
    this.expire();
    for (let receiver = this.next(); receiver && this.ready.length > 0; receiver = this.next()) {
      const message = this.take();
      if (!message) break;
      message.deliveries += 1;
      receiver.receive(message);
    }
    this.watchExpiry();
  }

  /** The receivers take turns, unless only the first one is active. */
  private next(): MemoryReceiver | undefined {
    if (this.descriptor.singleActiveConsumer) {
      const active = this.receivers[0];
      return active?.hasRoom() ? active : undefined;
    }
    const index = this.receivers.findIndex((receiver) => receiver.hasRoom());
    const [receiver] = index < 0 ? [] : this.receivers.splice(index, 1);
    if (receiver) this.receivers.push(receiver);
    return receiver;
  }

  private expire(): void {
    const nowMs = performance.now();
    for (let head = this.ready.peek(); head && head.expiresAtMs <= nowMs; head = this.ready.peek()) {
      this.take();
      this.#deadLetter(this.descriptor, head);
    }
  }

  /** All messages of a queue live equally long, so the head is always the next to expire. */
  private watchExpiry(): void {
    clearTimeout(this.expiry);
    const head = this.ready.peek();
    if (!head || head.expiresAtMs === Infinity) return;
    // A timer may fire a fraction of a millisecond early, hence the rounding up.
    const waitMs = Math.min(TIMER_MS_MAX, Math.max(1, Math.ceil(head.expiresAtMs - performance.now())));
    this.expiry = setTimeout(() => this.handOut(), waitMs).unref();
  }
}
