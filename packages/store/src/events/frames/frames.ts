import type { AgentEvent, UserMessageEvent } from '@svc/proto-events';
import type { AnswerValues, DecisionAnswer, MediaLinks, MessageFile, EventType } from '@svc/domain';

/** What a trigger has brought. */
export interface TriggerParts {
  /** The JSON text of the inbound body, which stands in the frame as it came. */
  payload: string;
  /** The JSON text of the headers that the task names, as PostgreSQL has written it; `null` if it names none. */
  headers: string | null;
}

/** The JSON text of a `task_trigger` event (specification, "task_trigger"), as `triggers/accept.sql` writes it. */
export function taskTriggerFrame(
  task: FramedTask,
  runId: string,
  { payload, headers }: TriggerParts,
): string {
  const ids = JSON.stringify({ type: 'task_trigger', task_id: task.taskId, run_id: runId }).slice(0, -1);
  const words = JSON.stringify({ task_name: task.name, task_prompt: task.prompt }).slice(1, -1);
  return withPayload(`${ids}${headers === null ? '' : `,"headers":${headers}`},${words},"payload":`, payload);
}

/** The whole frame of its beginning and the payload. */
export function withPayload(head: string, payload: string): string {
  return `${head}${payload}}`;
}

const PAYLOAD_MARK = '","payload":';

/**
 * The JSON text of the payload in a `task_trigger` event. A quotation mark within a string is escaped, and PostgreSQL writes a space before the colons of headers, so
 * that the mark is found where the prompt ends and nowhere before.
 */
export function payloadTextOf(frame: string): string {
  return frame.slice(frame.indexOf(PAYLOAD_MARK) + PAYLOAD_MARK.length, -1);
}

/** The JSON text of an event, as its agent receives it. */
export function eventFrame(event: AgentEvent): string {
  return JSON.stringify(event);
}

/** How the text of a message begins that may have files. {@link userMessageFrame} writes the type first. */
const BEGIN = '{"type":"user_message",';

/**
 * The text of an event with links that open its files. Events are stored without signatures, so that each time that one is sent its links begin
 * anew. Any other event stays as it is.
 */
export function frameWithLinks(frame: string, links: Pick<MediaLinks, 'forAgent'>): string {
  if (!frame.startsWith(BEGIN) || !frame.includes('/media/')) return frame;
  const event = JSON.parse(frame) as UserMessageEvent;
  const linked = (url: string): string => links.forAgent(url);
  return JSON.stringify({
    ...event,
    image_url: event.image_url === null ? null : linked(event.image_url),
    image_urls: event.image_urls?.map(linked) ?? null,
    audio_url: event.audio_url === null ? null : linked(event.audio_url),
    ...(event.files !== undefined && {
      files: event.files.map((file) => ({ ...file, url: linked(file.url) })),
    }),
  });
}

/** What a frame says of a task. */
export interface FramedTask {
  taskId: string;
  name: string;
  prompt: string;
  schedule: string;
}

/** The JSON text of a `task_due` event (specification, "task_due"). */
export function taskDueFrame(task: FramedTask, runId: string): string {
  return eventFrame({
    type: 'task_due',
    task_id: task.taskId,
    run_id: runId,
    task_name: task.name,
    task_prompt: task.prompt,
    schedule: task.schedule,
  });
}

/** What a `decision_resolved` event says beside its type. */
export interface DecisionOutcome {
  decisionId: string;
  status: DecisionAnswer;
  /** `null` where nothing was noted. */
  note: string | null;
  conversationId: string;
  /** The rule that was stored with the answer or that gave it; `null` for neither. */
  alwaysAllowPattern: string | null;
  /** What the user has filled in, `null` unless approved. Left out if the request has no form. */
  answer?: AnswerValues | null;
}

/** The JSON text of a `decision_resolved` event (specification, "decision_resolved"). A note is a string there, empty for none. */
export function decisionResolvedFrame(outcome: DecisionOutcome): string {
  return eventFrame({
    type: 'decision_resolved',
    decision_id: outcome.decisionId,
    status: outcome.status,
    note: outcome.note ?? '',
    conversation_id: outcome.conversationId,
    always_allow: outcome.alwaysAllowPattern !== null,
    always_allow_pattern: outcome.alwaysAllowPattern,
    ...(outcome.answer !== undefined && { answer: outcome.answer }),
  });
}

/**
 * The JSON text of a `user_message` event (specification, "user_message").
 *
 * Every key is present, but for `files` and `quick_reply`. One image stands in `image_url`, several in `image_urls`; whatever does not apply is null.
 */
export function userMessageFrame(message: {
  text: string;
  senderName: string;
  conversationId: string;
  messageId: string;
  imageUrls: string[];
  audioUrl: string | null;
  /** Default none. */
  files?: MessageFile[];
  /** Of a message that a button of the agent has sent, alone. */
  quickReply?: { message_id: string; index: number; value: string | null };
}): string {
  const [first, ...others] = message.imageUrls;
  return eventFrame({
    type: 'user_message',
    text: message.text,
    sender_name: message.senderName,
    conversation_id: message.conversationId,
    message_id: message.messageId,
    image_url: first !== undefined && others.length === 0 ? first : null,
    image_urls: others.length > 0 ? message.imageUrls : null,
    audio_url: message.audioUrl,
    ...(message.files !== undefined && message.files.length > 0 && { files: message.files }),
    ...(message.quickReply !== undefined && { quick_reply: message.quickReply }),
  });
}

/** An event that has come to where it is delivered. */
export interface ArrivedEvent {
  eventId: string;
  agentId: string;
  /** Its number among the agent's events, from 1 without gaps. */
  seq: number;
  /** Its place in the order in which the agent's events are pushed. */
  pushNo: number;
  type: EventType;
  /** The exact JSON text that the agent receives. */
  frame: string;
  createdAt: Date;
}

/** An event on its way from the store to the broker. */
export interface OutgoingEvent extends ArrivedEvent {
  /** The agent's owner. */
  userId: string;
  /** The hub that the agent was connected to when this was read, or `null`. */
  slot: string | null;
  /** Whether anything could push the event to the agent when this was read. */
  isReachable: boolean;
}

/** What the database's `append_events` returns of an event. */
export interface AppendedRow {
  event_id: string;
  agent_id: string;
  type: EventType;
  seq: number;
  push_no: number;
  created_at: Date;
  owner_id: string;
  slot: string | null;
  is_reachable: boolean;
}

/** The same with the frame. */
export interface OutgoingRow extends AppendedRow {
  frame: string;
}

export function appendedEvent(row: AppendedRow, frame: string): OutgoingEvent {
  return {
    ...{
      eventId: row.event_id,
      agentId: row.agent_id,
      seq: row.seq,
      pushNo: row.push_no,
      type: row.type,
      frame,
      createdAt: row.created_at,
    },
    ...{ userId: row.owner_id, slot: row.slot, isReachable: row.is_reachable },
  };
}

export function outgoingEvent(row: OutgoingRow): OutgoingEvent {
  return appendedEvent(row, row.frame);
}

/** The order in which events are published: per agent by number. */
export function byPushNo(a: AppendedRow, b: AppendedRow): number {
  return a.agent_id === b.agent_id ? a.push_no - b.push_no : a.agent_id < b.agent_id ? -1 : 1;
}
