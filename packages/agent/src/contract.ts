import type { components } from './generated/contract.js';

type Schemas = components['schemas'];

/** What a person wrote, as the service tells it. Fields are named as in the service's contract. */
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

/** The agent itself, with its settings. */
export type OwnAgent = Schemas['OwnAgent'];
/** A message of a conversation's history. */
export type Message = Schemas['Message'];
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
/** A task that is to be made. Without `timezone` it is UTC, and without `enabled` true. */
export type NewTask = Omit<Schemas['NewTask'], 'retry'> & { retry?: TaskRetry | null };
/** What is to be changed of a task. What is left out stays as it is. */
export type TaskChanges = Omit<Schemas['TaskChanges'], 'retry'> & { retry?: TaskRetry | null };
/** Whether a run that was lost or took too long is offered again, under the same id and with its scratchpad. */
export interface TaskRetry {
  /** How often it is offered again, 0 to 10. */
  max: number;
  /** How many seconds it waits before that at first, 1 to 3,600. The wait doubles each time, and is never longer than 6 hours. Default 30. */
  backoff_seconds?: number;
}

export type ReceivedFileRecord = Schemas['ReceivedFile'];
export type NewDecision = Schemas['NewDecision'];
export type RunLease = Schemas['RunLease'];

export type AuthFrame = Schemas['AuthFrame'];
export type AuthOkFrame = Schemas['AuthOkFrame'];
export type MessageEndFrame = Schemas['MessageEndFrame'];
