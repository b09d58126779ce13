export { Agent } from './agent.js';
export type { AgentLog, AgentOptions, Duration } from './options.js';
export { AgentError, CallError } from './errors.js';
export type { AgentErrorCode } from './errors.js';
export type { AgentHandlers, EventContext, Middleware } from './events/handlers.js';
export type { IncomingMessage, ReceivedFile } from './messages/incoming-message.js';
export type { OutgoingFile, OutgoingMessage, QuickReply, SentMessage } from './messages/outgoing-message.js';
export type { StreamedRest, TextSource } from './messages/streamed-message.js';
export type { Question } from './decisions/decisions.js';
export type { Report, Run } from './runs/run.js';
export type { RunContext } from './runs/run-context.js';
export type { RunHandler, RunOutcome } from './runs/run-work.js';
export type { Tasks } from './tasks.js';
export type {
  ExpressHandler,
  FastifyInstanceLike,
  FastifyPlugin,
  FetchHandler,
  Webhook,
} from './webhook/webhook.js';
export type {
  AgentEvent,
  AnswerSchema,
  AnswerValues,
  ContextBlock,
  Decision,
  DecisionResolvedEvent,
  Message,
  NewTask,
  RefusedField,
  RunCancelledEvent,
  RunPage,
  Task,
  TaskChanges,
  TaskDueEvent,
  TaskRun,
  TaskTriggerEvent,
  UserMessageEvent,
} from './contract.js';
