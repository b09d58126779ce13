import type { Agent } from '../../api/client-api.js';
import { refusalOf } from '../../errors.js';
import type { Shell } from '../../shell.js';
import { note, ok, problem } from './finding.js';
import type { Finding } from './finding.js';

/** An agent that has asked within this time polls, for the console too. */
export const POLLED_MS_MAX = 600_000;

export function agentFindings(agent: Agent, nowMs: number): Finding[] {
  return [channel(agent, nowMs), ...status(agent), ...breaker(agent)];
}

export function isPolling({ online, webhook_url, last_polled_at: at }: Agent, nowMs: number): boolean {
  return !online && webhook_url === null && at !== null && nowMs - Date.parse(at) < POLLED_MS_MAX;
}

function channel(agent: Agent, nowMs: number): Finding {
  const { online, webhook_url, push_triggers_to_webhook, kind } = agent;
  if (online) return ok('socket', 'Its socket is open: events are pushed to it.');
  if (isPolling(agent, nowMs))
    return ok('polls', `It polls for its events, last at ${agent.last_polled_at}.`);
  if (webhook_url === null)
    return problem(
      'no_channel',
      'No socket is open, and it has no webhook: events wait until it connects or polls.',
      'Start its program, which opens a socket; or set a webhook in the console under Settings.',
    );
  if (kind === 'interactive' && !push_triggers_to_webhook)
    return note(
      'triggers_wait',
      'No socket is open: events go to its webhook, but triggers wait for a poll.',
      'Switch on "push triggers to the webhook" in its settings, if its webhook is to get them.',
    );
  return ok('webhook', 'No socket is open: events go to its webhook.');
}

function status({ status: is, status_reason }: Agent): Finding[] {
  if (is !== 'error') return [];
  const what = `Its status is error: ${status_reason ?? 'deliveries failed'}. Each event gets one attempt only.`;
  const remedy =
    'Mend its webhook. A delivery that succeeds, a socket that opens or any change of its settings makes it active again.';
  return [problem('status_error', what, remedy)];
}

function breaker({ agent_id, webhook_breaker }: Agent): Finding[] {
  if (webhook_breaker === null) return [];
  const { held_events, failures, attempts } = webhook_breaker;
  const what = `The breaker of its webhook is open: ${failures} of ${attempts} attempts had failed. Events held back: ${held_events}.`;
  const remedy = `Mend its webhook, then try it at once: in the console under Deliveries, or POST /api/client/agents/${agent_id}/webhook/probe.`;
  return [problem('breaker_open', what, remedy)];
}

export async function secretFinding(shell: Shell, { agent_id }: Agent): Promise<Finding> {
  const { agentId, agentSecret } = shell.env;
  if (agentId === undefined || agentSecret === undefined)
    return note(
      'secret_unknown',
      'The secret was not tried: AGENT_ID and AGENT_SECRET are not set here.',
      'Set both as the agent has them, and look again.',
    );
  if (agentId !== agent_id) {
    const what = `AGENT_ID is ${agentId}, which is another agent.`;
    return problem('wrong_agent', what, `Set AGENT_ID=${agent_id}.`);
  }
  const { response, error } = await shell.agentApi.GET('/api/agent/me');
  if (response.ok) return ok('secret', 'The secret is right.');
  const what = `AGENT_SECRET is refused: ${refusalOf(response, error).message}`;
  const remedy = `Make a new one: svc agents rotate ${agent_id}, or in the console under Settings.`;
  return problem('wrong_secret', what, remedy);
}
