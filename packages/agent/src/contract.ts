import type { components } from './generated/contract.js';

type Schemas = components['schemas'];

/** What a person wrote. */
export type UserMessageEvent = Schemas['UserMessageEvent'];
/** How a person answered a request for a decision. */
export type DecisionResolvedEvent = Schemas['DecisionResolvedEvent'];
/** An occurrence of a scheduled task. */
export type TaskDueEvent = Schemas['TaskDueEvent'];
/** A call of a task's trigger URL. */
export type TaskTriggerEvent = Schemas['TaskTriggerEvent'];
/** A person cancelled a run. Only agents with the feature `run_cancelled` get it. */
export type RunCancelledEvent = Schemas['RunCancelledEvent'];
/** An event, as it comes over the socket or by the webhook. */
export type AgentEvent =
  | UserMessageEvent
  | DecisionResolvedEvent
  | TaskDueEvent
  | TaskTriggerEvent
  | RunCancelledEvent;

/** A message of a conversation's history. */
export type Message = Schemas['Message'];
/** A message, as the agent's person sees it. */
export type ConversationMessage = Schemas['ConversationMessage'];
/** A request for a decision, open or ended. */
export type Decision = Schemas['Decision'];
/** A form of a request for a decision. */
export type AnswerSchema = Schemas['AnswerSchema'];
/** What stands in a form, by the names of its fields. */
export type AnswerValues = Schemas['AnswerValues'];
/** A task. */
export type Task = Schemas['Task'];
/** A run of a task, as the service shows it. */
export type TaskRun = Schemas['TaskRun'];
/** A page of runs. */
export type RunPage = Schemas['RunPage'];
/** A block of a run's scratchpad. */
export type ContextBlock = Schemas['ContextBlock'];
/** A task that is to be made. */
export type NewTask = Schemas['NewTask'];
/** What is to be changed of a task. What is left out stays as it is. */
export type TaskChanges = Schemas['TaskChanges'];
/** A field that the service refused. */
export type RefusedField = Schemas['FieldError'];
