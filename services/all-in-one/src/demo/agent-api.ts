import { expectJson } from './json-call.js';

export interface AgentCredentials {
  agentId: string;
  secret: string;
}

export interface NewMessage {
  text?: string;
  image_base64?: string;
  conversation_id?: string;
  report_title?: string;
  report_description?: string;
}

export interface NewTask {
  name: string;
  prompt: string;
  schedule: string;
  run_at?: string;
}

export interface Task {
  id: string;
  name: string;
  prompt: string;
  schedule: string;
  trigger_type: string;
  enabled: boolean;
  next_run_at?: string | null;
  trigger_id?: string | null;
}

export interface NewDecision {
  title: string;
  description?: string;
  action?: string;
  suggested_pattern?: string;
  conversation_id?: string;
  expires_in_seconds?: number;
}

export interface Decision {
  decision_id: string;
  title: string;
  action: string | null;
  status: string;
  resolution_reason: string | null;
}

export interface RunResult {
  status: 'completed' | 'failed';
  summary: string;
}

/** The agent API as the demo's agents use it. Every call rejects with RefusedCall when it is refused. */
export class AgentApi {
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #signal: AbortSignal;

  constructor(options: { baseUrl: string; credentials: AgentCredentials; signal: AbortSignal }) {
    this.#baseUrl = `${options.baseUrl}/api/agent`;
    this.#headers = {
      'x-svc-agent-id': options.credentials.agentId,
      'x-svc-secret': options.credentials.secret,
    };
    this.#signal = options.signal;
  }

  async sendMessage(message: NewMessage): Promise<void> {
    await this.#call('sending a message', '/events', { body: { type: 'message', ...message } });
  }

  async tasks(): Promise<Task[]> {
    return (await this.#call('listing tasks', '/tasks')) as Task[];
  }

  async createTask(task: NewTask): Promise<Task> {
    return (await this.#call('creating a task', '/tasks', { body: task })) as Task;
  }

  async deleteTask(taskId: string): Promise<void> {
    await this.#call('deleting a task', `/tasks/${taskId}`, { method: 'DELETE' });
  }

  async appendContext(runId: string, text: string): Promise<void> {
    await this.#call('appending a context block', `/tasks/runs/${runId}/context`, { body: { text } });
  }

  async completeRun(runId: string, result: RunResult): Promise<void> {
    await this.#call('completing a run', `/tasks/runs/${runId}/complete`, { body: result });
  }

  async requestDecision(decision: NewDecision): Promise<Decision> {
    return (await this.#call('asking for a decision', '/decisions', { body: decision })) as Decision;
  }

  async decision(decisionId: string): Promise<Decision> {
    return (await this.#call('reading a decision', `/decisions/${decisionId}`)) as Decision;
  }

  async openDecisions(): Promise<Decision[]> {
    return (await this.#call('listing decisions', '/decisions?status=pending&limit=1')) as Decision[];
  }

  async #call(what: string, path: string, call: { method?: string; body?: unknown } = {}): Promise<unknown> {
    const url = this.#baseUrl + path;
    const { body } = await expectJson(what, url, { ...call, headers: this.#headers, signal: this.#signal });
    return body;
  }
}
