import type { AgentEvent, UserMessageEvent } from '@svc/proto-events';
import type { AnswerValues, DecisionAnswer, MediaLinks, MessageFile, EventType } from '@svc/domain';

export interface TriggerParts {
  /** JSON text, which stands in the frame as it came. */
  payload: string;
  /** JSON text as PostgreSQL has written it; `null` if the task names none. */
  headers: string | null;
}

/** Specification, "task_trigger"; `triggers/accept.sql` writes the same. */
export function taskTriggerFrame(
  task: FramedTask,
  runId: string,
  { payload, headers }: TriggerParts,
): string {
  const ids = JSON.stringify({ type: 'task_trigger', task_id: task.taskId, run_id: runId }).slice(0, -1);
  const words = JSON.stringify({ task_name: task.name, task_prompt: task.prompt }).slice(1, -1);
  return withPayload(`${ids}${headers === null ? '' : `,"headers":${headers}`},${words},"payload":`, payload);
}

export function withPayload(head: string, payload: string): string {
  return `${head}${payload}}`;
}

const PAYLOAD_MARK = '","payload":';

/**
 * The payload in a `task_trigger` event. A quotation mark within a string is escaped, and PostgreSQL writes a
 * space before the colons of headers, so the mark is found where the prompt ends and nowhere before.
 */
export function payloadTextOf(frame: string): string {
  return frame.slice(frame.indexOf(PAYLOAD_MARK) + PAYLOAD_MARK.length, -1);
}

export function eventFrame(event: AgentEvent): string {
  return JSON.stringify(event);
}

/** {@link userMessageFrame} writes the type first. */
const BEGIN = '{"type":"user_message",';

/**
 * Adds links that open the files of an event. Events are stored without signatures, so that each time one is
 * sent its links begin anew. Any other event stays as it is.
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

export interface FramedTask {
  taskId: string;
  name: string;
  prompt: string;
  schedule: string;
}

/** Specification, "task_due". */
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

export interface DecisionOutcome {
  decisionId: string;
  status: DecisionAnswer;
  note: string | null;
  conversationId: string;
  /** The rule that was stored with the answer, or that gave it. */
  alwaysAllowPattern: string | null;
  /** `null` unless approved. Left out if the request has no form. */
  answer?: AnswerValues | null;
}

/** Specification, "decision_resolved". A note is a string there, empty for none. */
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
 * Specification, "user_message". Every key is present, but for `files` and `quick_reply`. One image stands in
 * `image_url`, several in `image_urls`; whatever does not apply is null.
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

/** An event where it is delivered. */
export interface ArrivedEvent {
  eventId: string;
  agentId: string;
  /** From 1 without gaps. */
  seq: number;
  /** Its place in the order of pushes. */
  pushNo: number;
  type: EventType;
  /** The JSON text that the agent receives. */
  frame: string;
  createdAt: Date;
}

/** On its way from the store to the broker. */
export interface OutgoingEvent extends ArrivedEvent {
  userId: string;
  /** The agent's hub when this was read. */
  slot: string | null;
  /** Whether anything could push it to the agent then. */
  isReachable: boolean;
}

/** What `append_events` returns. */
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

export function appendedEvent(row: AppendedRow, frame: string): OutgoingEvent {
  const { event_id: eventId, agent_id: agentId, seq, push_no: pushNo, type, created_at: createdAt } = row;
  const { owner_id: userId, slot, is_reachable: isReachable } = row;
  return { eventId, agentId, seq, pushNo, type, frame, createdAt, userId, slot, isReachable };
}

/** Per agent by number, as events are published. */
export function byPushNo(a: AppendedRow, b: AppendedRow): number {
  return a.agent_id === b.agent_id ? a.push_no - b.push_no : a.agent_id < b.agent_id ? -1 : 1;
}
