import type {
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import type { Agent } from '@svc/agent';
import { questionOf } from '../hook/question.js';

/** So long the person may take; then it is no. */
const EXPIRES_IN = '1d';

/**
 * Makes a decision of what a coding agent asks its client. Only an approval chooses to allow, once: what is always allowed, the person's rules here say.
 *
 * @param options the signal ends the wait, and the answer is `cancelled`.
 */
export async function askPermission(
  agent: Pick<Agent, 'ask'>,
  { toolCall, options }: RequestPermissionRequest,
  { conversationId, signal }: { conversationId: string; signal: AbortSignal },
): Promise<RequestPermissionResponse> {
  try {
    const { kind, title, rawInput, content, locations } = toolCall;
    const isSaid = typeof rawInput === 'object' && rawInput !== null && Object.keys(rawInput).length > 0;
    // Coding agents count their calls from the beginning after a restart, so their ids would find old answers: each request is asked.
    const { key: _none, ...question } = questionOf({
      ...{ event: 'PermissionRequest', toolName: kind ?? 'other', toolUseId: undefined, cwd: undefined },
      toolInput: isSaid ? (rawInput as Record<string, unknown>) : { title, content, locations },
    });
    const decision = await agent.ask({ ...question, conversationId, expiresIn: EXPIRES_IN }, { signal });
    if (decision.status === 'approved') return chosen(options, 'allow_once');
    return chosen(options, 'reject_once');
  } catch {
    // Nobody has said yes.
    return CANCELLED;
  }
}

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** To allow always, or to reject always, is more than the person was asked. */
function chosen(
  options: readonly PermissionOption[],
  kind: 'allow_once' | 'reject_once',
): RequestPermissionResponse {
  const option = options.find((each) => each.kind === kind);
  return option === undefined ? CANCELLED : { outcome: { outcome: 'selected', optionId: option.optionId } };
}
