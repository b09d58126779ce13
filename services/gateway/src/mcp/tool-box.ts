import { ServiceError } from '@svc/domain';
import type { FieldError } from '@svc/domain';
import { contractAjv, contractCaller, document, fieldsOf, removeNulls } from '@svc/http-contract';
import type { ContractCaller, OperationHandlers } from '@svc/http-contract';
import { toServiceError } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { refusalOfAccess } from '../agent-guard.js';
import type { AgentCaller } from '../agent-guard.js';
import { allTools } from './tools.js';
import type { Tool } from './tools.js';

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

export interface ToolBox {
  list(): Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | 'annotations'>[];
  /** `null` if there is no such tool. A refusal is a result too: the model may do better. */
  use(name: string, given: Record<string, unknown>): Promise<ToolResult | null>;
}

export class ToolBoxes {
  readonly #call: ContractCaller<AgentCaller>;
  readonly #logger: Logger;
  #tools: readonly Tool[] | undefined;
  #ajv: ReturnType<typeof contractAjv> | undefined;

  constructor({ handlers, logger }: { handlers: OperationHandlers<AgentCaller>; logger: Logger }) {
    this.#call = contractCaller(handlers);
    this.#logger = logger;
  }

  of(auth: AgentCaller): ToolBox {
    this.#tools ??= allTools();
    const tools = this.#tools;
    return {
      list: () =>
        tools
          .filter(({ operation }) => refusalOfAccess(operation, auth) === null)
          .map(({ operation: _operation, use: _use, ...shown }) => shown),
      use: async (name, given) => {
        const tool = tools.find((each) => each.name === name);
        if (tool === undefined) return null;
        try {
          const refusal = refusalOfAccess(tool.operation, auth);
          if (refusal !== null) throw refusal;
          removeNulls(given, tool.inputSchema);
          this.#assertFits(tool, given);
          const answer = await tool.use(given, (operationId, call) =>
            this.#call(operationId, { ...call, auth }),
          );
          const text = JSON.stringify(answer);
          return { content: [{ type: 'text', text }], structuredContent: answer as Record<string, unknown> };
        } catch (error) {
          return this.#refused(name, error);
        }
      },
    };
  }

  /** What a model means by an invented argument would not be done, so it is told. */
  #assertFits({ name, inputSchema }: Tool, given: Record<string, unknown>): void {
    this.#ajv ??= contractAjv(document);
    const validate = this.#ajv.getSchema(name) ?? this.#ajv.addSchema(inputSchema, name).getSchema(name);
    if (validate === undefined || validate(given) === true) return;
    throw new ServiceError('invalid_request', { fields: fieldsOf(validate.errors ?? [], 'body') });
  }

  #refused(tool: string, error: unknown): ToolResult {
    const refusal = toServiceError(error);
    if (refusal.status >= 500) this.#logger.error({ err: error, tool }, 'a tool failed');
    return { isError: true, content: [{ type: 'text', text: textOf(refusal) }] };
  }
}

/** The tools' reader sees arguments, and neither bodies nor queries. */
function textOf({ status, detail, fields, retryAfterSeconds }: ServiceError): string {
  const named = fields.map(
    ({ path, message }: FieldError) => `${path.replace(/^(?:body|query)\./, '')} ${message}`,
  );
  const text = named.length === 0 ? detail : `${detail}: ${named.join('; ')}`;
  if (status !== 429 && status !== 503) return text;
  return `${text}. Try again in ${Math.max(1, Math.ceil(retryAfterSeconds ?? 1))} s.`;
}
