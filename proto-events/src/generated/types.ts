// Generated from schemas/ by generate.mjs. Do not edit: change the schema and run `pnpm generate`.
/**
 * An event on its way to an agent, through the queue of a hub or of the fallback.
 */
export interface AgentEventMessage {
  /**
   * The row of the event log.
   */
  event_id: string;
  /**
   * The agent that receives it.
   */
  agent_id: string;
  /**
   * The number of the event among those of its agent, from 1 without gaps.
   */
  seq: number;
  /**
   * The type of the event.
   */
  type: 'decision_resolved' | 'run_cancelled' | 'task_due' | 'task_trigger' | 'user_message';
  /**
   * The exact JSON text of the event, as the agent receives it.
   */
  frame: string;
  /**
   * How often the fallback sent the event back to a hub.
   */
  hops: number;
}
/**
 * A hint to every hub and every gateway; it may be lost.
 */
export type ClientHint = ChangeHint | CredentialsHint | SessionsHint;

/**
 * Something of a user changed, and the open consoles of the user read it again.
 */
export interface ChangeHint {
  /**
   * What changed.
   */
  type: 'message' | 'run' | 'decision' | 'agent' | 'event';
  /**
   * The user whose consoles are told.
   */
  user_id: string;
  /**
   * The agent it belongs to.
   */
  agent_id: string;
  /**
   * The changed conversation.
   */
  conversation_id?: string;
  /**
   * The changed message.
   */
  message_id?: string;
  /**
   * The task of the changed run.
   */
  task_id?: string;
  /**
   * The changed run.
   */
  run_id?: string;
  /**
   * The changed decision.
   */
  decision_id?: string;
  /**
   * The changed event.
   */
  event_id?: string;
}
/**
 * The credentials of an agent changed. Hubs look at its sessions again, and gateways answer its calls that wait.
 */
export interface CredentialsHint {
  type: 'credentials';
  /**
   * The agent.
   */
  agent_id: string;
}
/**
 * Sessions of a user have ended, and hubs look at the user's sockets again.
 */
export interface SessionsHint {
  type: 'sessions';
  /**
   * The user.
   */
  user_id: string;
}
/**
 * An event whose next webhook attempt is due.
 */
export interface WebhookDueMessage {
  /**
   * The row of the event log.
   */
  event_id: string;
  /**
   * The agent whose webhook receives it.
   */
  agent_id: string;
  /**
   * 0-based number of the attempt; the database fences a repeated message with it.
   */
  attempt: number;
}
/**
 * A user resolved a pending request. Both kinds of agent.
 */
export interface DecisionResolvedEvent {
  type: 'decision_resolved';
  /**
   * The decision, `dec_<id>`.
   */
  decision_id: string;
  /**
   * How the request was resolved.
   */
  status: 'approved' | 'rejected' | 'dismissed';
  /**
   * What the user noted; empty where nothing was noted.
   */
  note: string;
  /**
   * The conversation in which the request was shown.
   */
  conversation_id: string;
  /**
   * Whether later requests that match the pattern are approved at once.
   */
  always_allow: boolean;
  /**
   * An anchored glob over the action; null where `always_allow` is false.
   */
  always_allow_pattern: string | null;
}
/**
 * A user cancelled a run. Interactive agents with the feature `run_cancelled` only.
 */
export interface RunCancelledEvent {
  type: 'run_cancelled';
  /**
   * The event, `evt_<id>`: the same however often it comes.
   */
  event_id: string;
  /**
   * The run that was cancelled.
   */
  run_id: string;
  /**
   * The task, `tsk_<id>`.
   */
  task_id: string;
  /**
   * The name of the task.
   */
  task_name: string;
}
/**
 * A scheduled task is due. Interactive agents only.
 */
export interface TaskDueEvent {
  type: 'task_due';
  /**
   * The task, `tsk_<id>`.
   */
  task_id: string;
  /**
   * The run that the server created for this occurrence; it is used when completing.
   */
  run_id: string;
  /**
   * The name of the task.
   */
  task_name: string;
  /**
   * The instructions of the task.
   */
  task_prompt: string;
  /**
   * The schedule of the task: five cron fields, or `once`.
   */
  schedule: string;
}
/**
 * An inbound webhook fired a task. Interactive agents only.
 */
export interface TaskTriggerEvent {
  type: 'task_trigger';
  /**
   * The task, `tsk_<id>`.
   */
  task_id: string;
  /**
   * The run that the server created for this trigger; it is used when completing.
   */
  run_id: string;
  /**
   * The name of the task.
   */
  task_name: string;
  /**
   * The instructions of the task.
   */
  task_prompt: string;
  /**
   * The JSON object that the webhook received.
   */
  payload: {
    [k: string]: unknown;
  };
}
/**
 * A user sent a chat message. Interactive agents only.
 */
export interface UserMessageEvent {
  type: 'user_message';
  /**
   * Markdown as the user typed it; for a voice message, its transcription. May be empty where images are given.
   */
  text: string;
  /**
   * Display name of the user.
   */
  sender_name: string;
  /**
   * The conversation the message belongs to, `conv_<id>`.
   */
  conversation_id: string;
  /**
   * The message, `msg_<id>`.
   */
  message_id: string;
  /**
   * A link to the image, where the message has exactly one. It needs no authentication, and ends after the days of MEDIA_LINK_DAYS.
   */
  image_url: string | null;
  /**
   * Links to the images, where the message has several.
   *
   * @minItems 2
   */
  image_urls: string[] | null;
  /**
   * A link to the original voice recording.
   */
  audio_url: string | null;
}
/**
 * Server to agent: the socket is authenticated.
 */
export interface AuthOkFrame {
  type: 'auth_ok';
  /**
   * The session, `sess_<id>`.
   */
  session_id: string;
  /**
   * The name of the agent.
   */
  agent_name: string;
}
/**
 * Agent to server: the first frame of a socket.
 */
export interface AuthFrame {
  type: 'auth';
  /**
   * The agent that the path of the socket names.
   */
  agent_id: string;
  /**
   * The secret of the agent, or a key of it with the scope `events`.
   */
  secret: string;
  /**
   * Also push waiting triggers and due tasks, which otherwise stay with their polls. Default: false.
   */
  resume?: boolean;
}
/**
 * Server to client app: the socket is authenticated, and from now on every change is told.
 */
export interface ClientAuthOkFrame {
  type: 'auth_ok';
}
/**
 * Client app to server: the first frame of a socket that was opened without a session cookie.
 */
export interface ClientAuthFrame {
  type: 'auth';
  /**
   * The session's token, as the header `set-auth-token` gave it, or an API key with the scope `read`.
   */
  token: string;
}
/**
 * Server to client app: something changed, and the app reads it again. Without an id, all of that type may have changed.
 */
export interface ClientChangeFrame {
  /**
   * What changed.
   */
  type: 'message' | 'run' | 'decision' | 'agent' | 'event';
  /**
   * The agent it belongs to.
   */
  agent_id: string;
  /**
   * The changed conversation.
   */
  conversation_id?: string;
  /**
   * The changed message.
   */
  message_id?: string;
  /**
   * The task of the changed run.
   */
  task_id?: string;
  /**
   * The changed run.
   */
  run_id?: string;
  /**
   * The changed decision.
   */
  decision_id?: string;
  /**
   * The changed event.
   */
  event_id?: string;
}
/**
 * Server to agent: a frame was refused; the socket stays open.
 */
export interface ErrorFrame {
  type: 'error';
  /**
   * Why, in words.
   */
  detail: string;
  /**
   * The `ref` of the refused frame, where it had one.
   */
  ref?: string;
}
/**
 * Server to agent: the message frame that carried this `ref` is stored.
 */
export interface MessageAckFrame {
  type: 'message_ack';
  /**
   * The `ref` of the message frame.
   */
  ref: string;
  /**
   * The stored message.
   */
  message_id: string;
  /**
   * The conversation it went to.
   */
  conversation_id: string;
}
/**
 * Agent to server: a chat message. It needs a text, an image or a report title.
 */
export interface MessageFrame {
  type: 'message';
  /**
   * Markdown.
   */
  text?: string;
  /**
   * The target; without it, a conversation with the owner is created.
   */
  conversation_id?: string;
  /**
   * One image, base64 with or without a data-URI prefix, at most 5 MB decoded.
   */
  image_base64?: string;
  /**
   * Files that the agent has sent to POST /api/agent/media, each for one message.
   *
   * @maxItems 10
   */
  media_ids?: string[];
  /**
   * Shows the message as a report card under this title.
   */
  report_title?: string;
  /**
   * Subtitle of the report card.
   */
  report_description?: string;
  /**
   * Attaches the message to this run.
   */
  task_run_id?: string;
  /**
   * Chosen by the agent; the answer to this frame carries it.
   */
  ref?: string;
}

/** An event, as it reaches an agent over its socket or its webhook. */
export type AgentEvent =
  | DecisionResolvedEvent
  | RunCancelledEvent
  | TaskDueEvent
  | TaskTriggerEvent
  | UserMessageEvent;
