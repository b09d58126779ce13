import type { AgentEventMessage, ClientHint } from './generated/types.js';
import { validateAgentEventMessage, validateClientHint } from './generated/typed-validators.js';
import type { Validate } from './validate.js';

export interface ExchangeDescriptor {
  readonly name: string;
  readonly type: 'direct' | 'fanout';
}

/** A place that messages are published to; it remembers the type of their body. */
export interface Address<Body> {
  readonly exchange: string;
  readonly routingKey: string;
  readonly validate: Validate<Body>;
  /** A hint is not confirmed by a queue: without a listener it is gone. Default: false. */
  readonly mayBeLost?: boolean;
}

/** Durable. Its messages are lost when RabbitMQ ends. */
export interface QueueDescriptor<Body> {
  readonly name: string;
  readonly validate: Validate<Body>;
  readonly bindings: readonly { readonly exchange: string; readonly routingKey: string }[];
  /** How long a message may wait here before it is dead-lettered, in milliseconds. Default: without end. */
  readonly messageTtlMs?: number;
  /** Takes expired and rejected messages. Default: they are dropped. */
  readonly deadLetter?: { readonly exchange: string; readonly routingKey: string };
  /** One consumer at a time receives; the next takes over when it is gone. Default: false. */
  readonly singleActiveConsumer?: boolean;
  /** Beyond it the queue refuses messages. */
  readonly lengthMax: number;
  /** With it the queue refuses nothing: its oldest messages go, beyond `lengthMax` too. Default: unbounded. */
  readonly bytesMax?: number;
}

/** A little longer than it takes until a hub that is gone counts as gone. */
const HUB_QUEUE_TTL_MS = 15_000;

const HUB_QUEUE_LENGTH_MAX = 200_000;
const QUEUE_LENGTH_MAX = 2_000_000;

const AGENT_EVENTS = 'agent-events';
const WEBHOOK = 'webhook';
/** Hubs and gateways bind exclusive queues of their own here, which are gone with them. */
export const CLIENT_EVENTS = 'client-events';

export const EXCHANGES: readonly ExchangeDescriptor[] = [
  { name: AGENT_EVENTS, type: 'direct' },
  { name: WEBHOOK, type: 'direct' },
  { name: CLIENT_EVENTS, type: 'fanout' },
];

/** Rings for dispatchers: attempts may be due. */
export const WEBHOOK_DUE_QUEUE: QueueDescriptor<AgentEventMessage> = {
  name: 'webhook.due',
  validate: validateAgentEventMessage,
  bindings: [{ exchange: WEBHOOK, routingKey: 'due' }],
  deadLetter: { exchange: WEBHOOK, routingKey: 'dead' },
  lengthMax: QUEUE_LENGTH_MAX,
};

/** How long a dead letter is kept, in milliseconds. RabbitMQ takes at most 49 days. */
const DEAD_LETTER_TTL_MS = 30 * 86_400_000;

/** What dead letters take at most, in bytes. A thousand of the largest events have room. */
const DEAD_LETTERS_BYTES_MAX = 256 * 1024 * 1024;

/** What no consumer could read, kept for a person to look at with RabbitMQ's own tools. */
export const DEAD_LETTERS_QUEUE: QueueDescriptor<unknown> = {
  name: 'dead-letters',
  validate: (_value): _value is unknown => true,
  bindings: [{ exchange: WEBHOOK, routingKey: 'dead' }],
  messageTtlMs: DEAD_LETTER_TTL_MS,
  bytesMax: DEAD_LETTERS_BYTES_MAX,
  lengthMax: QUEUE_LENGTH_MAX,
};

export const FIXED_QUEUES: readonly QueueDescriptor<unknown>[] = [WEBHOOK_DUE_QUEUE, DEAD_LETTERS_QUEUE];

/** What waits for longer than 15 s, and what the hub rejects, goes to the dispatchers. */
export function hubQueue(slot: string): QueueDescriptor<AgentEventMessage> {
  return {
    name: `hub.${slot}`,
    validate: validateAgentEventMessage,
    bindings: [{ exchange: AGENT_EVENTS, routingKey: slot }],
    messageTtlMs: HUB_QUEUE_TTL_MS,
    deadLetter: { exchange: WEBHOOK, routingKey: 'due' },
    singleActiveConsumer: true,
    lengthMax: HUB_QUEUE_LENGTH_MAX,
  };
}

/** The queue in which rings wait for `delayMs`. It has no consumer. */
export function webhookWaitQueue(delayMs: number): QueueDescriptor<AgentEventMessage> {
  return {
    name: `webhook.wait.${delayMs}`,
    validate: validateAgentEventMessage,
    bindings: [{ exchange: WEBHOOK, routingKey: `wait.${delayMs}` }],
    messageTtlMs: delayMs,
    deadLetter: { exchange: WEBHOOK, routingKey: 'due' },
    lengthMax: QUEUE_LENGTH_MAX,
  };
}

export function toHub(slot: string): Address<AgentEventMessage> {
  return { exchange: AGENT_EVENTS, routingKey: slot, validate: validateAgentEventMessage };
}

export function toWebhookDue(): Address<AgentEventMessage> {
  return { exchange: WEBHOOK, routingKey: 'due', validate: validateAgentEventMessage };
}

/** Every delay has a queue of its own, {@link webhookWaitQueue}, so the delays should be few. */
export function toWebhookWait(delayMs: number): Address<AgentEventMessage> {
  return { exchange: WEBHOOK, routingKey: `wait.${delayMs}`, validate: validateAgentEventMessage };
}

/** To every hub and every gateway that listens at the moment. */
export function toClients(): Address<ClientHint> {
  return { exchange: CLIENT_EVENTS, routingKey: '', validate: validateClientHint, mayBeLost: true };
}
