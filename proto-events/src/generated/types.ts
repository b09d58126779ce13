// Generated from schemas/ by generate.mjs. Do not edit: change the schema and run `pnpm generate`.
/**
 * A ring: events were written for agents, which are connected to the hub of the queue, or have webhooks. The database has the events.
 */
export interface AgentEventMessage {
  /**
   * What was announced together.
   *
   * @minItems 1
   * @maxItems 64
   */
  events: RungEvent[];
}
/**
 * An event that was written.
 */
export interface RungEvent {
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
   * The place of the event in the order in which those of its agent are pushed.
   */
  push_no: number;
  /**
   * The type of the event.
   */
  type: 'decision_resolved' | 'run_cancelled' | 'task_due' | 'task_trigger' | 'user_message';
  /**
   * When it was written, ISO 8601 UTC.
   */
  created_at: string;
  /**
   * The exact JSON text of the event, as the agent receives it. Left out if it is large.
   */
  frame?: string;
}
/**
 * A hint to every hub and every gateway; it may be lost.
 */
export type ClientHint = ChangeHint | CredentialsHint | SessionsHint | StreamsHint;

/**
 * Something of a user changed, and the open consoles of the user read it again.
 */
export interface ChangeHint {
  /**
   * What changed; at `conversation` what is said of one: its title, its place in the lists, how much of it is read. At `typing` nothing has: the agent is writing in the conversation.
   */
  type: 'message' | 'run' | 'decision' | 'agent' | 'event' | 'conversation' | 'typing';
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
 * Text of messages that agents are writing. Hubs pass it on to the open consoles of their users.
 */
export interface StreamsHint {
  type: 'streams';
  /**
   * What has come since the last hint, of any number of messages.
   *
   * @minItems 1
   * @maxItems 2000
   */
  parts: (StreamText | StreamEnd)[];
}
/**
 * More text of a message.
 */
export interface StreamText {
  /**
   * The user whose consoles are told.
   */
  user_id: string;
  /**
   * The agent that writes.
   */
  agent_id: string;
  /**
   * The conversation.
   */
  conversation_id: string;
  /**
   * The id that the message will have when it is stored.
   */
  message_id: string;
  /**
   * How much text was before it, in UTF-16 code units. 0 with an empty text: the message has begun.
   */
  at: number;
  /**
   * More text.
   */
  text: string;
}
/**
 * A message gets no more text.
 */
export interface StreamEnd {
  /**
   * The user whose consoles are told.
   */
  user_id: string;
  /**
   * The agent that writes.
   */
  agent_id: string;
  /**
   * The conversation.
   */
  conversation_id: string;
  /**
   * The id that the message will have when it is stored.
   */
  message_id: string;
  /**
   * `stored`: the message is in the history. `cut`: it broke off, and is not. `aborted`: the agent has given it up.
   */
  end: 'stored' | 'cut' | 'aborted';
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
   * Whether later requests that match the pattern are approved at once, while the rule stands.
   */
  always_allow: boolean;
  /**
   * An anchored glob over the action; null where `always_allow` is false.
   */
  always_allow_pattern: string | null;
  /**
   * What the user has filled in, by the names of the fields; null unless approved. Only if the request had an `answer_schema`.
   */
  answer?: {
    [k: string]: string | number | boolean;
  } | null;
  /**
   * Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`.
   */
  seq?: number;
  /**
   * The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  event_id?: string;
  /**
   * When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  created_at?: string;
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
  /**
   * Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`.
   */
  seq?: number;
  /**
   * When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  created_at?: string;
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
  /**
   * Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`.
   */
  seq?: number;
  /**
   * The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  event_id?: string;
  /**
   * When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  created_at?: string;
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
   * Those headers of the call that the task names in `trigger_headers`, in lower case. Only if it names any.
   */
  headers?: {
    [k: string]: string;
  };
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
  /**
   * Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`.
   */
  seq?: number;
  /**
   * The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  event_id?: string;
  /**
   * When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  created_at?: string;
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
  /**
   * Files of any kind that the user has sent under names; absent without any.
   *
   * @minItems 1
   * @maxItems 10
   */
  files?: {
    /**
     * A link to the file.
     */
    url: string;
    /**
     * Its name, without a path.
     */
    name: string;
    /**
     * What its first bytes say or, of text, its name.
     */
    content_type: string;
    /**
     * Its size in bytes.
     */
    byte_length: number;
  }[];
  /**
   * Only of a message that the user has sent by a button under a message of the agent.
   */
  quick_reply?: {
    /**
     * The agent's message that the button stood under.
     */
    message_id: string;
    /**
     * Which of its buttons, from 0.
     */
    index: number;
    /**
     * What the agent has given with the button; null if it has given nothing.
     */
    value: string | null;
  };
  /**
   * Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`.
   */
  seq?: number;
  /**
   * The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  event_id?: string;
  /**
   * When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`.
   */
  created_at?: string;
}
/**
 * Agent to server: the agent is done with an event, which is delivered now. In any order; nothing answers it but an error. An id that does not wait for it is ignored. Only if the `auth` frame had `"ack": "program"`.
 */
export interface AckFrame {
  type: 'ack';
  /**
   * The `event_id` of the event.
   */
  event_id: string;
  /**
   * Is repeated in an `error`.
   */
  ref?: string;
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
  /**
   * The number of the agent's newest event; 0 if there is none. Only if the `auth` frame had `after`.
   */
  last_seq?: number;
  /**
   * Those of the `features` of the `auth` frame that the service knows. Only if it asked for some.
   */
  features?: ('event_meta' | 'resume_runs')[];
  /**
   * Events wait for `ack` frames. Only if the `auth` frame asked for it.
   */
  ack?: 'program';
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
  /**
   * The number of the newest event that the agent has. All kept events behind it are sent first, in order and whatever became of them; where events are not kept any more, a `gap` frame stands for them. Every event then carries its `seq`. Default: only what the agent has not received, without numbers.
   */
  after?: number;
  /**
   * What the agent asks for; unknown ones are ignored. `event_meta`: every event carries `event_id`, `seq` and `created_at`. `resume_runs`: runs of which the agent's closed sockets had the event, and of which the service has heard nothing for five minutes, are offered again by the same event. Default: none.
   */
  features?: string[];
  /**
   * An event is delivered when the agent sends an `ack` frame for it, not when its socket answers a ping; until then it comes again on the agent's next socket. Events carry what `event_meta` adds. Only with `"resume": true`. Default: pongs prove the receipt.
   */
  ack?: 'program';
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
   * What changed; at `conversation` what is said of one: its title, its place in the lists, how much of it is read. At `typing` nothing has: the agent is writing in the conversation.
   */
  type: 'message' | 'run' | 'decision' | 'agent' | 'event' | 'conversation' | 'typing';
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
 * Server to client app: the text of a message that an agent is writing. A frame may be missing; `at` shows it, and the app asks for the text so far.
 */
export type ClientStreamFrame = ClientStreamText | ClientStreamEnd;

/**
 * More text.
 */
export interface ClientStreamText {
  type: 'stream';
  /**
   * The agent that writes.
   */
  agent_id: string;
  /**
   * The conversation.
   */
  conversation_id: string;
  /**
   * The id that the message will have when it is stored.
   */
  message_id: string;
  /**
   * How much text was before it, in UTF-16 code units. 0 with an empty text: the message has begun.
   */
  at: number;
  /**
   * More text.
   */
  text: string;
}
/**
 * No more text comes.
 */
export interface ClientStreamEnd {
  type: 'stream';
  /**
   * The agent that writes.
   */
  agent_id: string;
  /**
   * The conversation.
   */
  conversation_id: string;
  /**
   * The id that the message will have when it is stored.
   */
  message_id: string;
  /**
   * `stored`: the message is in the history. `cut`: it broke off, and is not. `aborted`: the agent has given it up.
   */
  end: 'stored' | 'cut' | 'aborted';
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
 * Server to agent: events with these numbers are not kept any more. Only if the `auth` frame had `after`.
 */
export interface GapFrame {
  type: 'gap';
  /**
   * The first number that is missing.
   */
  from: number;
  /**
   * The last number that is missing.
   */
  to: number;
}
/**
 * Agent to server: the message is given up. Its text disappears, nothing is stored, and nothing answers it but an error.
 */
export interface MessageAbortFrame {
  type: 'message_abort';
  /**
   * The `ref` of the message.
   */
  ref: string;
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
 * Agent to server: more text of a message that has begun. Nothing answers it but an error.
 */
export interface MessageDeltaFrame {
  type: 'message_delta';
  /**
   * The `ref` of the message.
   */
  ref: string;
  /**
   * Markdown, appended as it is.
   */
  text: string;
}
/**
 * Agent to server: the message is complete, and is stored. It is answered by `message_ack`. Without any text it needs a file or a report title.
 */
export interface MessageEndFrame {
  type: 'message_end';
  /**
   * The `ref` of the message.
   */
  ref: string;
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
   * Buttons under the message. The one that the user presses comes back as a user_message.
   *
   * @maxItems 8
   */
  quick_replies?: {
    /**
     * What stands on the button, and what the user says by pressing it.
     */
    text: string;
    /**
     * What comes back to the agent beside the text, at most 255 bytes.
     */
    value?: string;
  }[];
}
/**
 * Agent to server: a chat message begins whose text grows. Nothing answers it but an error.
 */
export interface MessageStartFrame {
  type: 'message_start';
  /**
   * Chosen by the agent. All frames of this message carry it, and so do its acknowledgement and its errors.
   */
  ref: string;
  /**
   * The target. Without it a conversation with the owner is created when the message ends, and nobody sees the text before.
   */
  conversation_id?: string;
  /**
   * A key by which the agent knows the message again. For 24 hours a message with this key is stored once, over whichever socket or call of POST /api/agent/messages/stream it is ended again; its end is then answered with the first one.
   */
  idempotency_key?: string;
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
   * The target; without it, the conversation of its run, or a new one with the owner.
   */
  conversation_id?: string;
  /**
   * One image, base64 with or without a data-URI prefix, at most 5 MB decoded, 50 million pixels, and 16,384 on a side.
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
   * Buttons under the message. The one that the user presses comes back as a user_message.
   *
   * @maxItems 8
   */
  quick_replies?: {
    /**
     * What stands on the button, and what the user says by pressing it.
     */
    text: string;
    /**
     * What comes back to the agent beside the text, at most 255 bytes.
     */
    value?: string;
  }[];
  /**
   * Chosen by the agent; the answer to this frame carries it. It is no idempotency key: the same again is another message.
   */
  ref?: string;
  /**
   * By which the agent knows the message again. For 24 hours the same message with the same key is stored once, and acknowledged with the same ids.
   */
  idempotency_key?: string;
}
/**
 * Agent to server: the agent is writing in this conversation. Nothing is stored, and nothing answers it but an error.
 */
export interface TypingFrame {
  type: 'typing';
  /**
   * The conversation. Consoles show nothing if it is not one with this agent.
   */
  conversation_id: string;
  /**
   * Chosen by the agent; an error about this frame carries it.
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
