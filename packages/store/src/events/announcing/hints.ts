import type { Broker } from '@svc/broker';
import { afterCommit } from '../../database/transaction.js';
import { toClients } from '@svc/proto-events';
import type { ClientHint, StreamsHint } from '@svc/proto-events';
import { HintCoalescing, StreamHints } from './stream-hints.js';
import type { ChangeHint } from './stream-hints.js';

export interface Concerned {
  agentId: string;
  userId: string;
}

export interface Streamed extends Concerned {
  conversationId: string;
  messageId: string;
}

export type Hints = ReturnType<typeof createHints>;

/**
 * Tells hubs and open consoles what changed. No caller waits for a hint, and it may be lost. Many of one kind
 * become one ({@link HintCoalescing}), so they may be given however often something changes.
 */
export function createHints(
  broker: Pick<Broker, 'publish'>,
  publishing: Pick<Publishing, 'start' | 'beforeDrain'>,
) {
  const publishNow = (hint: Exclude<ClientHint, StreamsHint>): void =>
    void publishing.start(() => broker.publish(toClients(), hint), subjectOf(hint));
  const coalescing = new HintCoalescing(publishNow);
  publishing.beforeDrain(() => coalescing.close());
  const streams = new StreamHints((hint) =>
    publishing.start(() => broker.publish(toClients(), hint), { hint: hint.type }),
  );
  publishing.beforeDrain(() => streams.close());
  const send = (
    type: ChangeHint['type'],
    { agentId, userId }: Concerned,
    ids: Omit<ChangeHint, 'type' | 'agent_id' | 'user_id'> = {},
  ): void => afterCommit(() => coalescing.offer({ type, agent_id: agentId, user_id: userId, ...ids }));
  return {
    /** Settings or status changed, or the agent came online or went. */
    agentChanged: (agentId: string, userId: string) => send('agent', { agentId, userId }),

    /** An event was written, or its delivery went on. */
    eventChanged: (eventId: string, agentId: string, userId: string) =>
      send('event', { agentId, userId }, { event_id: eventId }),

    /** Nothing has changed yet. */
    agentTyping: (typing: Concerned & { conversationId: string }) =>
      send('typing', typing, { conversation_id: typing.conversationId }),

    /** Told some times a second; may be dropped. */
    streamGrew: ({ at, text, ...streamed }: Streamed & { at: number; text: string }) =>
      streams.grew({ ...namesOf(streamed), at, text }),

    streamEnded: ({ end, ...streamed }: Streamed & { end: 'stored' | 'cut' | 'aborted' }) =>
      afterCommit(() => streams.ended({ ...namesOf(streamed), end })),

    /** Without a message: any of the conversation. */
    messageChanged({
      conversationId,
      messageId,
      ...change
    }: Concerned & { conversationId: string; messageId?: string }) {
      const message = messageId === undefined ? {} : { message_id: messageId };
      send('message', change, { conversation_id: conversationId, ...message });
    },

    /** Its title, its place in the lists, or how much of it is read. */
    conversationChanged: (change: Concerned & { conversationId: string }) =>
      send('conversation', change, { conversation_id: change.conversationId }),

    /** Without ids: any of the agent's. */
    runChanged({ taskId, runId, ...change }: Concerned & { taskId?: string; runId?: string }) {
      const task = taskId === undefined ? {} : { task_id: taskId };
      send('run', change, runId === undefined ? task : { ...task, run_id: runId });
    },

    decisionChanged: (change: Concerned & { decisionId: string }) =>
      send('decision', change, { decision_id: change.decisionId }),

    /** Hubs close sockets whose credentials have ended, which may not wait. */
    credentialsChanged: (agentId: string) =>
      afterCommit(() => publishNow({ type: 'credentials', agent_id: agentId })),

    /** Hubs close sockets of consoles whose session has ended. */
    sessionsEnded: (userId: string) => afterCommit(() => publishNow({ type: 'sessions', user_id: userId })),
  };
}

function namesOf({ agentId, userId, conversationId, messageId }: Streamed) {
  return { user_id: userId, agent_id: agentId, conversation_id: conversationId, message_id: messageId };
}

function subjectOf(hint: Exclude<ClientHint, StreamsHint>): Record<string, string> {
  return hint.type === 'sessions'
    ? { hint: hint.type, user_id: hint.user_id }
    : { hint: hint.type, agent_id: hint.agent_id };
}

export interface PublishLogger {
  warn(fields: object, message: string): void;
}

/** A part of the few seconds that a process has to stop. A broker that is away has longer to confirm. */
const DRAIN_MS_MAX = 1_000;

/** No caller waits for it. What fails is logged and left: the database has the event. */
export class Publishing {
  readonly #logger: PublishLogger;
  readonly #underWay = new Set<Promise<void>>();
  readonly #beforeDrain: (() => void)[] = [];

  constructor(logger: PublishLogger) {
    this.#logger = logger;
  }

  /** Resolves when it has ended, whatever came of it. */
  start(publish: () => Promise<void>, fields: object): Promise<void> {
    const publishing = this.#run(publish, fields).finally(() => {
      this.#underWay.delete(publishing);
    });
    this.#underWay.add(publishing);
    return publishing;
  }

  /** To publish what was held back. */
  beforeDrain(release: () => void): void {
    this.#beforeDrain.push(release);
  }

  /**
   * Resolves when every publish has ended, or the broker has had its time: a process that waits longer is
   * ended before it has let go of everything else.
   */
  async drain(): Promise<void> {
    for (const release of this.#beforeDrain) release();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, DRAIN_MS_MAX);
    });
    await Promise.race([this.#settled(), late]);
    clearTimeout(timer);
    const publishes = this.#underWay.size;
    if (publishes > 0) this.#logger.warn({ publishes }, 'Stopped without waiting for the broker any longer');
  }

  /** What is under way may begin another publish. */
  async #settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #run(publish: () => Promise<void>, fields: object): Promise<void> {
    try {
      await publish();
    } catch (error) {
      this.#logger.warn({ ...fields, err: error }, 'Could not publish; an event is found in the database');
    }
  }
}
