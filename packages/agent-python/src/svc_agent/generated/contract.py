# Generated from the contracts by generate.mjs. Do not edit: change the contract and run `npm run generate`.
"""What an agent sends and gets, as the contracts of the service say it."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

PressedQuickReply: TypeAlias = 'PressedQuickReplyFields | None'
DecisionStatus: TypeAlias = 'Literal["pending", "approved", "rejected", "dismissed", "cancelled"]'
ActionPattern: TypeAlias = 'str'
AnswerValues: TypeAlias = 'dict[str, str | float | bool]'
EventGap: TypeAlias = 'dict[str, object]'
AgentKind: TypeAlias = 'Literal["interactive", "approval-only"]'
AgentStatus: TypeAlias = 'Literal["active", "error"]'
AgentFeatures: TypeAlias = 'list[Literal["run_cancelled"]]'
ConversationTitle: TypeAlias = 'str'
EventState: TypeAlias = 'Literal["pending", "delivered", "waiting", "failed"]'
SenderScheme: TypeAlias = 'Literal["github", "stripe", "slack", "standard_webhooks", "shared_header"]'
TriggerPayload: TypeAlias = 'dict[str, object]'
TaskName: TypeAlias = 'str'
TaskPrompt: TypeAlias = 'str'
TaskSchedule: TypeAlias = 'str'
TaskTimezone: TypeAlias = 'str'
TaskRunAt: TypeAlias = 'str | None'
TriggerType: TypeAlias = 'Literal["scheduled", "event"]'
RunStatus: TypeAlias = 'Literal["pending", "running", "completed", "failed", "cancelled"]'
TaskTimeout: TypeAlias = 'int | None'
TaskRetry: TypeAlias = 'TaskRetryFields | None'
TriggerHeaders: TypeAlias = 'list[str]'
CallHeaders: TypeAlias = 'dict[str, str]'
EventType: TypeAlias = 'Literal["decision_resolved", "run_cancelled", "task_due", "task_trigger", "user_message"]'


class AgentMessage(TypedDict):
    type: Literal["message"]
    # Markdown. Required unless a file or a report title is given.
    text: NotRequired[str]
    # One PNG, JPEG, GIF or WebP image in base64, with or without a data-URI prefix; 5 MB at most after
    # decoding, 50 million pixels, and 16,384 on a side.
    image_base64: NotRequired[str]
    # Files that the agent has sent to `POST /api/agent/media`, each for one message: with the images sent
    # here at most ten images, and one recording.
    media_ids: NotRequired[list[str]]
    # The target. Without it a conversation is created.
    conversation_id: NotRequired[str]
    # Shows the message as a report card under this title.
    report_title: NotRequired[str]
    # Subtitle of the report card.
    report_description: NotRequired[str]
    # Attaches the message to this run of the agent.
    task_run_id: NotRequired[str]
    # Buttons under the message. The user presses one of them at most, which sends its text as a message of
    # the user: the event `user_message` has `quick_reply` then.
    quick_replies: NotRequired[list[QuickReply]]


class NewConversationTitle(TypedDict):
    # Null takes the agent's title away.
    title: ConversationTitle | None


class TitledConversation(TypedDict):
    # The conversation, `conv_<id>`.
    id: str
    # The agent's title as it is kept.
    title: str | None
    # Whether the user sees it: no other title of the user stands before it.
    shown: bool


class AgentMessageAccepted(TypedDict):
    status: Literal["ok"]
    # The message, `msg_<id>`.
    message_id: str
    # Where it stands, `conv_<id>`.
    conversation_id: NotRequired[str]


class Message(TypedDict):
    """A message of a conversation, as its history shows it."""

    # The message, `msg_<id>`.
    id: str
    # The conversation, `conv_<id>`.
    conversation_id: str
    # Who wrote it.
    sender: Literal["agent", "human"]
    # Display name of the sender.
    sender_name: str
    # Markdown for agents' messages. Empty where only an image or a recording was sent.
    text: str
    # When it was stored.
    created_at: str
    # Links to the pictures of the message, made anew for this answer; absent without pictures. A link needs
    # no authentication, and ends after the days of `MEDIA_LINK_DAYS`.
    image_urls: NotRequired[list[str]]
    # A link to the recording of the message; absent without one.
    audio_url: NotRequired[str]
    # Files that were sent under a name; absent without any.
    files: NotRequired[list[MessageFile]]
    # The buttons under the message; absent without any.
    quick_replies: NotRequired[list[KeptQuickReply]]
    quick_reply: NotRequired[PressedQuickReply]


class QuickReply(TypedDict):
    # What stands on the button, and what the user says by pressing it. Not blank.
    text: str
    # What comes back to the agent beside the text, at most 255 bytes.
    value: NotRequired[str]


class KeptQuickReply(TypedDict):
    # What stands on the button.
    text: str
    # What comes back when it is pressed; null for nothing.
    value: str | None


class PressedQuickReplyFields(TypedDict):
    """The button that was pressed, and the user's message that this sent; null before, and absent without buttons."""

    # From 0, in the order of the buttons.
    index: int
    # The message that the user sent by it.
    message_id: str


class OwnAgent(TypedDict):
    """The agent itself, with its settings."""

    # The agent, `agt_<id>`.
    agent_id: str
    # Its name, as people see it.
    agent_name: str
    kind: AgentKind
    status: AgentStatus
    # Where events go while no WebSocket is open.
    webhook_url: str | None
    # Whether triggers that find the agent offline also go to the webhook.
    push_triggers_to_webhook: bool
    features: AgentFeatures
    # Whether a WebSocket of the agent is open.
    online: bool
    # When it was made.
    created_at: str


class NewDecision(TypedDict):
    # The question, as people see it.
    title: str
    # Markdown; what one has to know to answer.
    description: NotRequired[str]
    # What will be done on approval, in words of the agent's own that always-allow rules are compared with.
    # It must not contain characters that are not seen: controls but for line feeds and tabs, formats such as
    # directions of writing and joiners, fillers.
    action: NotRequired[str]
    # Where the request is shown. Without it the newest conversation with the user, or a new one.
    conversation_id: NotRequired[str]
    # The run of the agent that needs the decision.
    task_run_id: NotRequired[str]
    suggested_pattern: NotRequired[ActionPattern]
    # What the agent calls the request, such as the step of a run that needs it. Unique among the agent's
    # requests.
    key: NotRequired[str]
    # After this time the request is dismissed, never approved. Without it the request stays open.
    expires_in_seconds: NotRequired[int]
    answer_schema: NotRequired[AnswerSchema]
    proposed: NotRequired[AnswerValues]


class AnswerSchema(TypedDict):
    """What the user fills in: a flat part of JSON Schema, at most 16 KiB. The form shows the properties in their order. A decision without a form has none of the fields `answer_schema`, `proposed` and `answer`."""

    type: Literal["object"]
    # What stands above the form.
    title: NotRequired[str]
    # What the user has to know to fill it in.
    description: NotRequired[str]
    # The fields of the form.
    properties: dict[str, AnswerField]
    # The fields without which nobody can approve.
    required: NotRequired[list[str]]


class AnswerField(TypedDict):
    """A field of the form. A keyword that does not go with the type is refused."""

    # What is filled in.
    type: Literal["string", "number", "integer", "boolean"]
    # The label; without it the name.
    title: NotRequired[str]
    # What stands below the field.
    description: NotRequired[str]
    # The choices of a string.
    enum: NotRequired[list[str]]
    # Of a string, by RFC 3339.
    format: NotRequired[Literal["date", "date-time"]]
    # Of a string, in characters.
    minLength: NotRequired[int]
    # Of a string, in characters; 4,000 without it.
    maxLength: NotRequired[int]
    # Of a number or an integer.
    minimum: NotRequired[float]
    # Of a number or an integer.
    maximum: NotRequired[float]
    # What stands in the field if nothing is proposed for it. It must fit the field.
    default: NotRequired[str | float | bool]


class ResolvedBy(TypedDict):
    # `expiry`: its time was over. `agent`: it withdrew the request.
    kind: Literal["user", "rule", "expiry", "agent"]
    # The rule that approved it, `rul_<id>`. It may have been revoked since.
    rule_id: NotRequired[str]
    # The key of the program that called: an API key of the user, which the agent does not see, or a key of
    # the agent. Without it a person in the console, or the agent by its secret.
    key_id: NotRequired[str]
    # The name that the key had. The agent does not see it.
    key_name: NotRequired[str]


class Decision(TypedDict):
    """A request for a decision, open or ended."""

    # The decision, `dec_<id>`.
    decision_id: str
    # Who asks.
    agent_id: str
    # Where the request is shown.
    conversation_id: str
    # The run that needs the decision.
    task_run_id: str | None
    # The question, as people see it.
    title: str
    # Markdown; what one has to know to answer.
    description: str | None
    # What always-allow rules are compared with.
    action: str | None
    # The rule that the agent proposes.
    suggested_pattern: str | None
    status: DecisionStatus
    # What the user noted; null if nothing was noted.
    note: str | None
    # Whether the answer stored a rule, or a rule gave it.
    always_allow: bool
    # The pattern of that rule.
    always_allow_pattern: str | None
    # Who or what ended the request; null while it is open.
    resolution_reason: Literal["user", "rule", "expired", "cancelled", None]
    # When it was asked.
    created_at: str
    # When it is dismissed if nobody has answered; null if it stays open.
    expires_at: str | None
    # When it ended; null while it is open.
    resolved_at: str | None
    # What the agent calls the request; only where it gave a key.
    key: NotRequired[str]
    answer_schema: NotRequired[AnswerSchema]
    # What the agent has proposed; null for nothing. Only with an `answer_schema`.
    proposed: NotRequired[AnswerValues | None]
    # What the user has filled in; null unless the request is approved. Only with an `answer_schema`.
    answer: NotRequired[AnswerValues | None]
    # Who or what ended the request; only if it has ended.
    resolved_by: NotRequired[ResolvedBy]


class OwnEvents(TypedDict):
    events: list[OwnEvent]
    # Numbers of the log whose events are not kept any more, in order. Always empty without `after`.
    gaps: list[EventGap]
    # The `after` of a call that reads on, and the `upto` that acknowledges these events.
    next_after: int
    # The number of the agent's newest event; 0 if there is none.
    last_seq: int
    # Proves that the agent has these events. Send it with the acknowledgement. If one acknowledgement is for
    # several answers, send the greatest. 0 if there is nothing to acknowledge. It counts for all agents
    # together, so its distances say nothing.
    receipt: int


class OwnEvent(TypedDict):
    # The event, `evt_<id>`. It is the same over every channel, so the agent knows an event again that it has
    # seen.
    event_id: str
    # Its number among the events of the agent, from 1 without gaps.
    seq: int
    state: EventState
    created_at: str
    # The event itself, with the text that a socket would bring.
    event: OwnEventEvent


class OwnEventEvent(TypedDict):
    """The event itself, with the text that a socket would bring."""

    type: EventType


class EventAcknowledgement(TypedDict):
    # The agent has received every event that was listed to it up to this number; `next_after` of the answer
    # that listed them.
    upto: int
    # The `receipt` of the answer that listed them. An agent should send it. Without it all events up to
    # `upto` end that were listed.
    receipt: NotRequired[int]


class EventsAcknowledged(TypedDict):
    # How many events this call has made delivered.
    acknowledged: int


class ConversationMessage(TypedDict):
    # The message, `msg_<id>`.
    id: str
    conversation_id: str
    sender: Literal["agent", "human"]
    sender_name: str
    # How to show the message; `text` unless something else is known.
    kind: str
    text: str
    # Links to the pictures, which need no authentication and end within a day.
    image_urls: list[str]
    # A link to the recording, which ends within a day.
    audio_url: str | None
    # Files that were sent under a name; absent without any.
    files: NotRequired[list[MessageFile]]
    report_title: str | None
    report_description: str | None
    task_run_id: str | None
    decision_id: str | None
    created_at: str
    # The buttons under an agent's message; absent without any. They can be pressed until one is pressed, the
    # user writes into the conversation, or the agent sends other buttons there.
    quick_replies: NotRequired[list[ShownQuickReply]]
    quick_reply: NotRequired[PressedQuickReply]


class ShownQuickReply(TypedDict):
    text: str


class TriggerSender(TypedDict):
    """Only in the client API, and only of event tasks that have one. Who may call the trigger, and what did not prove to come from there."""

    scheme: SenderScheme
    # The header that holds the secret, in lower case; of `shared_header`.
    header: str | None
    # The header that holds the id of a delivery, in lower case; of `shared_header`, if it has one.
    delivery_id_header: str | None
    # How many secrets prove. They are never shown.
    secrets: int
    # Until when former secrets prove as well; null if they do not.
    former_secrets_until: str | None
    # Since when it is there.
    set_at: str
    # Calls that were refused since there is a sender; null before the first. A count may be a second late.
    refused: TriggerSenderRefused | None


class TriggerSenderRefused(TypedDict):
    """Calls that were refused since there is a sender; null before the first. A count may be a second late."""

    # How many.
    count: int
    # When the last one came.
    last_at: str
    # What was wrong with the last one. Its caller was not told.
    last_reason: Literal["signature_missing", "signature_wrong", "timestamp_out_of_range"]


class MessageFile(TypedDict):
    # A link to the file. It is always served for saving.
    url: str
    # Its name, without a path.
    name: str
    # What its first bytes say or, of text, its name.
    content_type: str
    # Its size in bytes.
    byte_length: int


class ReceivedFile(TypedDict):
    # Names the file in `media_ids` of a message.
    media_id: str
    # What the file is by its content.
    content_type: str
    # Its size; of a picture of a person, without what cameras write beside it.
    byte_length: int
    # A link to the file.
    url: str


class AgentMessageStreamed(TypedDict):
    status: Literal["ok", "aborted"]
    # The message, `msg_<id>`; absent if it was given up.
    message_id: NotRequired[str]
    # Where it went; absent if it was given up.
    conversation_id: NotRequired[str]


class Error(TypedDict):
    """The body of every refusal."""

    # What is wrong, for people.
    detail: str
    # On validation errors, every field at fault.
    errors: NotRequired[list[FieldError]]


class FieldError(TypedDict):
    # Where the field stands, beginning with `body`, `query` or `path`.
    path: str
    # What the field must be.
    message: str


class InternalError(TypedDict):
    detail: str
    # Under this id the cause is in the service's log.
    request_id: str


class RunCompletion(TypedDict):
    status: Literal["completed", "failed"]
    # Markdown. Characters are counted as Unicode code points, as JSON Schema does.
    summary: NotRequired[str]


class CompletedRun(TypedDict):
    status: Literal["completed", "failed"]
    run_id: str


class TaskRun(TypedDict):
    """A run of a task, as the service shows it."""

    # The run, `run_<id>`.
    id: str
    # The task; null once it was deleted.
    task_id: str | None
    # The agent that works on it, `agt_<id>`.
    agent_id: str
    status: RunStatus
    # Markdown; null before the run is completed, or where none was given.
    summary: str | None
    # When the run was created.
    started_at: str
    # When it ended; null before.
    finished_at: str | None
    # Only from the second on, of a run that was offered again.
    attempt: NotRequired[int]
    # Only of a run that the service ended: its agent was not heard of before the lease ended, or it took
    # longer than its task allows.
    failure_reason: NotRequired[Literal["lost", "timeout"]]
    # Only while the run is running and its agent sends heartbeats.
    lease_expires_at: NotRequired[str]
    headers: NotRequired[CallHeaders]
    progress: NotRequired[RunProgress]


class RunProgress(TypedDict):
    """The agent's latest word of how far the run is; only while the run is running."""

    # How much is done.
    percent: NotRequired[int]
    # What is under way.
    text: str
    # When the agent said it.
    updated_at: str


class RunPage(TypedDict):
    """A page of runs."""

    # The runs, newest first.
    runs: list[ListedRun]
    # The `cursor` of the next page; null on the last one. With `status` a page may be shorter than `limit`,
    # though it is not the last.
    next_cursor: str | None


class ListedRun(TypedDict):
    """A run in a list of runs."""

    # The run, `run_<id>`.
    id: str
    # The task; null once it was deleted.
    task_id: str | None
    # The agent that works on it, `agt_<id>`.
    agent_id: str
    status: RunStatus
    # Markdown; null before the run is completed, or where none was given.
    summary: str | None
    # When the run was created.
    started_at: str
    # When it ended; null before.
    finished_at: str | None
    # Only from the second on, of a run that was offered again.
    attempt: NotRequired[int]
    # Only of a run that the service ended: its agent was not heard of before the lease ended, or it took
    # longer than its task allows.
    failure_reason: NotRequired[Literal["lost", "timeout"]]
    # Only while the run is running and its agent sends heartbeats.
    lease_expires_at: NotRequired[str]
    headers: NotRequired[CallHeaders]
    progress: NotRequired[RunProgress]
    # The instructions of its task. Only in a list of runs that are `pending` or `running`.
    prompt: NotRequired[str]
    # The body that has triggered it. Only in a list of runs that are `pending` or `running`, of a run of an
    # event task, for as long as its event is kept.
    payload: NotRequired[dict[str, object]]


class Heartbeat(TypedDict):
    # The run is lost if its agent is not heard of within these seconds.
    lease_seconds: int
    # The attempt that the caller works on. If the run is in another one, it is 409.
    attempt: NotRequired[int]


class RunLease(TypedDict):
    run_id: str
    status: Literal["running"]
    lease_expires_at: str
    # The number of the attempt, from 1.
    attempt: int


class RunRelease(TypedDict):
    # The attempt that the caller has worked on. If the run is in another one, it is 409.
    attempt: NotRequired[int]


class ReleasedRun(TypedDict):
    run_id: str
    status: Literal["pending"]


class ProgressReport(TypedDict):
    percent: NotRequired[int]
    # Not blank.
    text: str
    # The attempt that the caller works on. If the run is in another one, or waits to be offered again, it is
    # 409.
    attempt: NotRequired[int]


class ReportedProgress(TypedDict):
    run_id: str
    status: Literal["running"]


class NewContextBlock(TypedDict):
    # Free text.
    text: str
    # The run, once more; the path counts.
    run_id: NotRequired[str]
    # The attempt that the caller works on. If the run is in another one, or waits to be offered again, it is
    # 409.
    attempt: NotRequired[int]


class ContextBlockAccepted(TypedDict):
    status: Literal["ok"]
    # The number of the block within its run.
    block_id: int


class ContextBlock(TypedDict):
    """A block of a run's scratchpad."""

    # Its number within the run.
    id: int
    # What was written, at most 65,536 characters.
    text: str
    # When it was written.
    created_at: str


class RunContext(TypedDict):
    run_id: str
    blocks: list[ContextBlock]


class TaskRetryFields(TypedDict):
    """Whether a run whose lease ended, or that took too long, is offered again, under the same id and with its scratchpad. Null: it has failed. A run that its agent completes as `failed` is not offered again."""

    # How often a run that was lost or took too long is offered again.
    max: int
    # How long it waits before that at first. The wait doubles each time, and is never longer than 6 hours.
    backoff_seconds: NotRequired[int]


class NewTask(TypedDict):
    """A task that is to be made. Without `timezone` it is UTC, and without `enabled` true."""

    name: TaskName
    prompt: TaskPrompt
    schedule: TaskSchedule
    timezone: NotRequired[TaskTimezone]
    run_at: NotRequired[TaskRunAt]
    # A disabled task neither runs on schedule nor by its trigger.
    enabled: NotRequired[bool]
    timeout_seconds: NotRequired[TaskTimeout]
    retry: NotRequired[TaskRetry]
    trigger_headers: NotRequired[TriggerHeaders]


class TaskChanges(TypedDict):
    """What is to be changed of a task. What is left out stays as it is."""

    name: NotRequired[TaskName]
    prompt: NotRequired[TaskPrompt]
    schedule: NotRequired[TaskSchedule]
    timezone: NotRequired[TaskTimezone]
    run_at: NotRequired[TaskRunAt]
    # A disabled task neither runs on schedule nor by its trigger.
    enabled: NotRequired[bool]
    timeout_seconds: NotRequired[TaskTimeout]
    retry: NotRequired[TaskRetry]
    trigger_headers: NotRequired[TriggerHeaders]


class Task(TypedDict):
    """A task of an agent."""

    # The task, `tsk_<id>`.
    id: str
    # The name, by which an agent chooses the handler.
    name: str
    # The instructions for each run.
    prompt: str
    # A cron expression of five fields, `once` or `event`.
    schedule: str
    trigger_type: TriggerType
    # The IANA time zone in which a cron schedule is evaluated.
    timezone: str
    # When a task with the schedule `once` is due; else null.
    run_at: str | None
    # A disabled task neither runs on schedule nor by its trigger.
    enabled: bool
    # The next occurrence; null for an event task, a disabled one, and a `once` that has run.
    next_run_at: str | None
    # The status of the task's newest run; null before the first.
    last_run_status: Literal["pending", "running", "completed", "failed", "cancelled", None]
    # Event tasks only. 64 hex characters; `/webhook/{trigger_id}` starts a run.
    trigger_id: NotRequired[str]
    # Only where it is set. Names of headers that the agent gets of each call.
    trigger_headers: NotRequired[list[str]]
    # Only where it is set. How many seconds an attempt of a run may take.
    timeout_seconds: NotRequired[int]
    # Only where it is set. How often a run that was lost or took too long is offered again, and after how
    # long at first.
    retry: NotRequired[TaskRetryFieldsFields]
    # When it was made.
    created_at: str
    sender: NotRequired[TriggerSender]


class TaskRetryFieldsFields(TypedDict):
    """Only where it is set. How often a run that was lost or took too long is offered again, and after how long at first."""

    # How often it is offered again.
    max: int
    # How long it waits before that at first.
    backoff_seconds: int


class DueTask(TypedDict):
    id: str
    name: str
    prompt: str
    schedule: str
    trigger_type: TriggerType
    enabled: bool


class PendingTrigger(TypedDict):
    # The event, `evt_<id>`.
    id: str
    task_id: str
    task_name: str
    task_prompt: str
    headers: NotRequired[CallHeaders]
    payload: TriggerPayload
    # The run that was created for the call, `run_<id>`.
    run_id: str
    received_at: str


class DecisionResolvedEvent(TypedDict):
    """A user resolved a pending request. Both kinds of agent."""

    type: Literal["decision_resolved"]
    # The decision, `dec_<id>`.
    decision_id: str
    # How the request was resolved.
    status: Literal["approved", "rejected", "dismissed"]
    # What the user noted; empty where nothing was noted.
    note: str
    # The conversation in which the request was shown.
    conversation_id: str
    # Whether later requests that match the pattern are approved at once, while the rule stands.
    always_allow: bool
    # An anchored glob over the action; null where `always_allow` is false.
    always_allow_pattern: str | None
    # What the user has filled in, by the names of the fields; null unless approved. Only if the request had
    # an `answer_schema`.
    answer: NotRequired[dict[str, str | float | bool] | None]
    # Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked
    # for `event_meta`.
    seq: NotRequired[int]
    # The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth`
    # frame had `ack` or asked for `event_meta`.
    event_id: NotRequired[str]
    # When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for
    # `event_meta`.
    created_at: NotRequired[str]


class RunCancelledEvent(TypedDict):
    """A user cancelled a run. Interactive agents with the feature `run_cancelled` only."""

    type: Literal["run_cancelled"]
    # The event, `evt_<id>`: the same however often it comes.
    event_id: str
    # The run that was cancelled.
    run_id: str
    # The task, `tsk_<id>`.
    task_id: str
    # The name of the task.
    task_name: str
    # Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked
    # for `event_meta`.
    seq: NotRequired[int]
    # When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for
    # `event_meta`.
    created_at: NotRequired[str]


class TaskDueEvent(TypedDict):
    """A scheduled task is due. Interactive agents only."""

    type: Literal["task_due"]
    # The task, `tsk_<id>`.
    task_id: str
    # The run that the server created for this occurrence; it is used when completing.
    run_id: str
    # The name of the task.
    task_name: str
    # The instructions of the task.
    task_prompt: str
    # The schedule of the task: five cron fields, or `once`.
    schedule: str
    # Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked
    # for `event_meta`.
    seq: NotRequired[int]
    # The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth`
    # frame had `ack` or asked for `event_meta`.
    event_id: NotRequired[str]
    # When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for
    # `event_meta`.
    created_at: NotRequired[str]


class TaskTriggerEvent(TypedDict):
    """An inbound webhook fired a task. Interactive agents only."""

    type: Literal["task_trigger"]
    # The task, `tsk_<id>`.
    task_id: str
    # The run that the server created for this trigger; it is used when completing.
    run_id: str
    # Those headers of the call that the task names in `trigger_headers`, in lower case. Only if it names
    # any.
    headers: NotRequired[dict[str, str]]
    # The name of the task.
    task_name: str
    # The instructions of the task.
    task_prompt: str
    # The JSON object that the webhook received.
    payload: dict[str, object]
    # Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked
    # for `event_meta`.
    seq: NotRequired[int]
    # The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth`
    # frame had `ack` or asked for `event_meta`.
    event_id: NotRequired[str]
    # When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for
    # `event_meta`.
    created_at: NotRequired[str]


class UserMessageEvent(TypedDict):
    """A user sent a chat message. Interactive agents only."""

    type: Literal["user_message"]
    # Markdown as the user typed it; for a voice message, its transcription. May be empty where images are
    # given.
    text: str
    # Display name of the user.
    sender_name: str
    # The conversation the message belongs to, `conv_<id>`.
    conversation_id: str
    # The message, `msg_<id>`.
    message_id: str
    # A link to the image, where the message has exactly one. It needs no authentication, and ends after the
    # days of MEDIA_LINK_DAYS.
    image_url: str | None
    # Links to the images, where the message has several.
    image_urls: list[str] | None
    # A link to the original voice recording.
    audio_url: str | None
    # Files of any kind that the user has sent under names; absent without any.
    files: NotRequired[list[UserMessageEventFilesItem]]
    # Only of a message that the user has sent by a button under a message of the agent.
    quick_reply: NotRequired[UserMessageEventQuickReply]
    # Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked
    # for `event_meta`.
    seq: NotRequired[int]
    # The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth`
    # frame had `ack` or asked for `event_meta`.
    event_id: NotRequired[str]
    # When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for
    # `event_meta`.
    created_at: NotRequired[str]


class UserMessageEventFilesItem(TypedDict):
    # A link to the file.
    url: str
    # Its name, without a path.
    name: str
    # What its first bytes say or, of text, its name.
    content_type: str
    # Its size in bytes.
    byte_length: int


class UserMessageEventQuickReply(TypedDict):
    """Only of a message that the user has sent by a button under a message of the agent."""

    # The agent's message that the button stood under.
    message_id: str
    # Which of its buttons, from 0.
    index: int
    # What the agent has given with the button; null if it has given nothing.
    value: str | None
