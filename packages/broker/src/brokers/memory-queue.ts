import type { QueueDescriptor } from '@svc/proto-events';
import { Backlog } from './backlog.js';

export interface MemoryMessage {
  readonly text: string;
  readonly routingKey: string;
  readonly expiresAtMs: number;
}

/** A timer that is to wait longer fires at once (Node, `setTimeout`). */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Receives the messages of a queue, as many as it has room for. */
export interface MemoryReceiver {
  hasRoom(): boolean;
  receive(message: MemoryMessage): void;
}

/** One queue of the memory broker: order, time to live, length, and whose turn it is. */
export class MemoryQueue {
  readonly descriptor: QueueDescriptor<unknown>;
  readonly #ready = new Backlog<MemoryMessage>();
  #receivers: MemoryReceiver[] = [];
  #turn: NodeJS.Immediate | undefined;
  #expiry: NodeJS.Timeout | undefined;
  readonly #deadLetter: (queue: QueueDescriptor<unknown>, message: MemoryMessage) => void;

  constructor(
    descriptor: QueueDescriptor<unknown>,
    deadLetter: (queue: QueueDescriptor<unknown>, message: MemoryMessage) => void,
  ) {
    this.descriptor = descriptor;
    this.#deadLetter = deadLetter;
  }

  isFull(): boolean {
    return this.#ready.length >= this.descriptor.lengthMax;
  }

  push(text: string, routingKey: string): void {
    const { messageTtlMs } = this.descriptor;
    const expiresAtMs = messageTtlMs === undefined ? Infinity : performance.now() + messageTtlMs;
    this.#ready.push({ text, routingKey, expiresAtMs });
    this.wake();
  }

  /** Back to the head of the queue. */
  requeue(message: MemoryMessage): void {
    this.#ready.putBack([message]);
    this.wake();
  }

  reject(message: MemoryMessage): void {
    this.#deadLetter(this.descriptor, message);
  }

  add(receiver: MemoryReceiver): void {
    this.#receivers.push(receiver);
    this.wake();
  }

  remove(receiver: MemoryReceiver): void {
    this.#receivers = this.#receivers.filter((other) => other !== receiver);
    this.wake();
  }

  /** Hands out messages soon, but never inside the call that made them available. */
  wake(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      this.#handOut();
    });
  }

  close(): void {
    clearImmediate(this.#turn);
    clearTimeout(this.#expiry);
    this.#receivers = [];
    this.#ready.takeAll();
  }

  #handOut(): void {
    this.#expire();
    for (let receiver = this.#next(); receiver && this.#ready.length > 0; receiver = this.#next()) {
      const message = this.#ready.shift();
      if (message) receiver.receive(message);
    }
    this.#watchExpiry();
  }

  /** The receivers take turns, unless only the first one is active. */
  #next(): MemoryReceiver | undefined {
    if (this.descriptor.singleActiveConsumer) {
      const active = this.#receivers[0];
      return active?.hasRoom() ? active : undefined;
    }
    const index = this.#receivers.findIndex((receiver) => receiver.hasRoom());
    const [receiver] = index < 0 ? [] : this.#receivers.splice(index, 1);
    if (receiver) this.#receivers.push(receiver);
    return receiver;
  }

  #expire(): void {
    const nowMs = performance.now();
    for (let head = this.#ready.peek(); head && head.expiresAtMs <= nowMs; head = this.#ready.peek()) {
      this.#ready.shift();
      this.#deadLetter(this.descriptor, head);
    }
  }

  /** All messages of a queue live equally long, so the head is always the next to expire. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    const head = this.#ready.peek();
    if (!head || head.expiresAtMs === Infinity) return;
    // A timer may fire a fraction of a millisecond early, hence the rounding up.
    const waitMs = Math.min(TIMER_MS_MAX, Math.max(1, Math.ceil(head.expiresAtMs - performance.now())));
    this.#expiry = setTimeout(() => this.#handOut(), waitMs).unref();
  }
}
