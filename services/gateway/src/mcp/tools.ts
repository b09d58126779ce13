import { ServiceError } from '@svc/domain';
import { fieldSchema } from '@svc/http-contract';
import type { components, ContractCall, OperationId, Schema } from '@svc/http-contract';

type Arguments = Record<string, unknown>;

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Who may make this call may use the tool. */
  operation: OperationId;
  inputSchema: {
    type: 'object';
    properties: Record<string, Schema>;
    required: string[];
    additionalProperties: false;
  };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  /** The arguments fit `inputSchema`. */
  use: (given: Arguments, call: ToolCall) => Promise<unknown>;
}

/** Of each state. */
const RUNS_LISTED_MAX = 20;
/** A prompt may be long, and a model reads all of them. */
const TASKS_LISTED = { default: 20, minimum: 1, maximum: 50 };

export function allTools(): readonly Tool[] {
  return [
    {
      name: 'send_message',
      title: 'Send a chat message',
      description:
        'Sends a chat message to the person who owns this agent. They read it in their console, maybe much later: this tool does not wait, and brings no answer.',
      operation: 'sendAgentMessage',
      inputSchema: takes('sendAgentMessage', {
        required: ['text'],
        optional: ['conversation_id', 'task_run_id', 'quick_replies'],
        also: { text: markdownSchema() },
      }),
      annotations: WRITES,
      use: (given, call) => call('sendAgentMessage', { body: { type: 'message', ...given } }),
    },
    {
      name: 'send_report',
      title: 'Send a report',
      description:
        'Sends a report card to the person who owns this agent: a title to tap, with a long text in Markdown behind it. Use it for results that are kept.',
      operation: 'sendAgentMessage',
      inputSchema: takes('sendAgentMessage', {
        required: ['report_title'],
        optional: ['report_description', 'text', 'conversation_id', 'task_run_id'],
        also: { text: markdownSchema() },
      }),
      annotations: WRITES,
      use: (given, call) => call('sendAgentMessage', { body: { type: 'message', ...given } }),
    },
    {
      name: 'ask_decision',
      title: 'Ask for a decision',
      description:
        `Asks the person who owns this agent to approve or reject something, and waits up to ${WAIT_SECONDS_MAX} seconds for the answer. Only the status "approved" allows it. ` +
        'With "pending" nobody has answered yet: call get_decision with the decision_id, and do not ask again. "rejected", "dismissed" and "cancelled" mean no. ' +
        'Give a key, so that asking again after a failure finds the same request.',
      operation: 'requestDecision',
      inputSchema: takes('requestDecision', {
        required: ['title'],
        optional: [
          ...['description', 'action', 'suggested_pattern', 'key', 'expires_in_seconds', 'conversation_id'],
          ...['task_run_id', 'answer_schema', 'proposed'],
        ],
        also: { wait: waitSchema(WAIT_SECONDS_MAX) },
      }),
      annotations: WRITES,
      use: askAndWait,
    },
    {
      name: 'get_decision',
      title: 'Read a decision',
      description:
        'Reads a decision that was asked for. With wait it is answered as soon as the person has answered.',
      operation: 'getOwnDecision',
      inputSchema: takes('getOwnDecision', { required: ['decision_id'], also: { wait: waitSchema(0) } }),
      annotations: READS,
      use: ({ decision_id, ...query }, call) => call('getOwnDecision', { params: { decision_id }, query }),
    },
    {
      name: 'list_tasks',
      title: 'List tasks and open runs',
      description:
        'Lists the tasks that the person gave to this agent, each with its prompt, and the runs that are open. complete_run ends a run. ' +
        'If as many tasks as limit says are listed, there may be more: give the id of the last one as cursor.',
      operation: 'listTasks',
      inputSchema: takes('listTasks', {
        ...{ required: [], optional: ['cursor'] },
        also: { limit: { type: 'integer', ...TASKS_LISTED } },
      }),
      annotations: READS,
      use: async ({ limit = TASKS_LISTED.default, ...query }, call) => {
        const runsThat = async (status: string) => {
          const page = await call('listRuns', { query: { status, limit: RUNS_LISTED_MAX } });
          // A payload may be longer than all else.
          return (page as components['schemas']['RunPage']).runs.map(
            ({ prompt: _, payload: __, ...run }) => run,
          );
        };
        const tasks = await call('listTasks', { query: { ...query, limit } });
        return { tasks, open_runs: [...(await runsThat('running')), ...(await runsThat('pending'))] };
      },
    },
    {
      name: 'save_context',
      title: 'Save context of a run',
      description:
        'Adds a block to the scratchpad of a run. Whoever goes on with the run finds it there. It is deleted when the run ends.',
      operation: 'appendContext',
      inputSchema: takes('appendContext', { required: ['run_id', 'text'] }),
      annotations: WRITES,
      use: ({ run_id, ...body }, call) => call('appendContext', { params: { run_id }, body }),
    },
    {
      name: 'complete_run',
      title: 'Complete a run',
      description: 'Ends a run of a task. The person sees the summary as a message.',
      operation: 'completeRun',
      inputSchema: takes('completeRun', { required: ['run_id', 'status'], optional: ['summary'] }),
      annotations: { ...WRITES, idempotentHint: true },
      use: ({ run_id, ...body }, call) => call('completeRun', { params: { run_id }, body }),
    },
  ];
}

/** For programs that ask before they use a tool. None deletes what a person has. */
const WRITES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
const READS = { ...WRITES, readOnlyHint: true, idempotentHint: true };

interface Fields {
  required: string[];
  optional?: string[];
  also?: Record<string, Schema>;
}

function takes(operation: OperationId, { required, optional = [], also = {} }: Fields): Tool['inputSchema'] {
  const fields = [...required, ...optional].map((name) => [name, fieldSchema(operation, name)] as const);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields), ...also },
    required,
    additionalProperties: false,
  };
}

/** Messages of tools have no pictures, so what the contract says of them is left out. */
function markdownSchema(): Schema {
  return { ...fieldSchema('sendAgentMessage', 'text'), description: 'Markdown.' };
}

function waitSchema(byDefault: number): Schema {
  return { ...fieldSchema('getOwnDecision', 'wait'), default: byDefault };
}

export type ToolCall = (
  operationId: OperationId,
  call: Omit<ContractCall<never>, 'auth'>,
) => Promise<unknown>;

/** Clients give up a call after a minute. */
const WAIT_SECONDS_MAX = 45;

/** The credentials have ended, or the person has removed the request. */
const HAS_ENDED = [401, 404];

/** If the wait fails, the request is answered as it was, so that its id is not lost. */
export async function askAndWait(
  { wait = WAIT_SECONDS_MAX, ...body }: Record<string, unknown>,
  call: ToolCall,
): Promise<unknown> {
  const asked = (await call('requestDecision', { body })) as { status: string; decision_id: string };
  if (asked.status !== 'pending' || wait === 0) return asked;
  try {
    return await call('getOwnDecision', { params: { decision_id: asked.decision_id }, query: { wait } });
  } catch (error) {
    if (error instanceof ServiceError && HAS_ENDED.includes(error.status)) throw error;
    return asked;
  }
}
