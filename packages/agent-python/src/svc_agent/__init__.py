"""An agent of the agent service in ten lines: it chats with its person, works on tasks, and asks before it does something."""

from svc_agent.agent import Agent
from svc_agent.contract import AgentEvent
from svc_agent.decisions.decisions import Question
from svc_agent.duration import Duration
from svc_agent.errors import AgentError, AgentErrorCode, CallError, RefusedField
from svc_agent.events.middleware import EventContext, Middleware, Next
from svc_agent.generated.contract import (
    AnswerSchema,
    ContextBlock,
    Decision,
    DecisionResolvedEvent,
    Message,
    NewTask,
    OwnAgent,
    RunCancelledEvent,
    RunPage,
    Task,
    TaskChanges,
    TaskDueEvent,
    TaskRun,
    TaskTriggerEvent,
    UserMessageEvent,
)
from svc_agent.messages.incoming_message import IncomingMessage, PressedButton, ReceivedFile
from svc_agent.messages.outgoing_message import (
    MessageLike,
    OutgoingFile,
    OutgoingMessage,
    QuickReply,
    ReportCard,
    SentMessage,
)
from svc_agent.messages.streamed_message import TextSource
from svc_agent.options import AgentOptions, SecretSource
from svc_agent.runs.run import Run, RunHandler
from svc_agent.runs.run_book import StartedRun
from svc_agent.runs.run_context import RunContext
from svc_agent.runs.run_work import RunOutcome
from svc_agent.signal import Signal
from svc_agent.tasks import Tasks
from svc_agent.webhook.receiver import WebhookAnswer
from svc_agent.webhook.signature import signature_of, verify_delivery
from svc_agent.webhook.webhook import Webhook

__all__ = [
    "Agent",
    "AgentError",
    "AgentErrorCode",
    "AgentEvent",
    "AgentOptions",
    "AnswerSchema",
    "CallError",
    "ContextBlock",
    "Decision",
    "DecisionResolvedEvent",
    "Duration",
    "EventContext",
    "IncomingMessage",
    "Message",
    "MessageLike",
    "Middleware",
    "NewTask",
    "Next",
    "OutgoingFile",
    "OutgoingMessage",
    "OwnAgent",
    "PressedButton",
    "Question",
    "QuickReply",
    "ReceivedFile",
    "RefusedField",
    "ReportCard",
    "Run",
    "RunCancelledEvent",
    "RunContext",
    "RunHandler",
    "RunOutcome",
    "RunPage",
    "SecretSource",
    "SentMessage",
    "Signal",
    "StartedRun",
    "Task",
    "TaskChanges",
    "TaskDueEvent",
    "TaskRun",
    "TaskTriggerEvent",
    "Tasks",
    "TextSource",
    "UserMessageEvent",
    "Webhook",
    "WebhookAnswer",
    "signature_of",
    "verify_delivery",
]
