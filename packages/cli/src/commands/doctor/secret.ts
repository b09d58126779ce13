import type { Command } from 'commander';
import type { Agent } from '../../api/agents.js';
import { agentApi } from '../../api/agent-api.js';
import type { Shell } from '../../shell.js';
import type { Finding } from './finding.js';
import { note, ok, problem } from './finding.js';

/** Tries the secret that the environment has, as the agent would. */
export async function secretFinding(shell: Shell, command: Command, agent: Agent): Promise<Finding[]> {
  const { agentId, agentSecret } = shell.env;
  if (agentId === undefined || agentSecret === undefined)
    return [
      note(
        'secret_unknown',
        'The secret was not tried: AGENT_ID and AGENT_SECRET are not set here.',
        'Set both as the agent has them, and look again.',
      ),
    ];
  if (agentId !== agent.agent_id)
    return [
      problem(
        'wrong_agent',
        `AGENT_ID is ${agentId}, which is another agent.`,
        `Set AGENT_ID=${agent.agent_id}.`,
      ),
    ];
  const api = agentApi(shell, command);
  const { response, error } = await api.GET('/api/agent/me');
  if (response.ok) return [ok('secret', 'The secret is right.')];
  const detail =
    (error as { detail?: string } | undefined)?.detail ?? `the service answers ${response.status}`;
  return [
    problem(
      'wrong_secret',
      `AGENT_SECRET is refused: ${detail}.`,
      `Make a new one: svc agents rotate ${agent.agent_id}, or in the console under Settings.`,
    ),
  ];
}
