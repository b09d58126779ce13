/** A call of the agent API. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With the ids in it, such as `/api/agent/tasks/tsk_1`. */
  path: string;
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON; bytes are sent as they are. */
  body?: unknown;
  /** A body of JSON lines that is sent as it comes, made anew for each try; `null` is a blank line. The service answers when it has ended. */
  lines?: () => AsyncIterable<object | null>;
  /** Ends the call, and all its tries. */
  signal?: AbortSignal | undefined;
  /** How long the service may take to answer one try, in milliseconds. Default 30 s. */
  answerMsMax?: number;
  /** How long the call is tried again, in milliseconds; of one with lines, from its first failure. Default: the agent's `retryCalls`. */
  retryMsMax?: number;
  /** A key by which the service knows a repetition. Default: a new one for each POST. */
  idempotencyKey?: string;
}
