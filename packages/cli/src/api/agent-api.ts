import type { Command } from 'commander';
import { actingAgent } from '../settings/acting-agent.js';
import type { ActingAgent } from '../settings/acting-agent.js';
import type { SharedOptions, Shell } from '../shell.js';
import { serviceApi } from './client-api.js';
import type { ClientApi } from './client-api.js';

/** Calls that wait are answered within 45 s, so an answer may take a minute. */
const ANSWER_MS_MAX = 60_000;

/** Who acts where a command acts as an agent, see {@link actingAgent}. */
export function agentOf(shell: Shell, command: Command): ActingAgent {
  return actingAgent(shell.env, command.optsWithGlobals<SharedOptions>().url);
}

/** The agent API, as that agent. */
export function agentApi(shell: Shell, command: Command): ClientApi {
  const { url, agentId, secret } = agentOf(shell, command);
  const headers = { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
  return serviceApi(url, { ...shell.fetchOptions(command), answerMsMax: ANSWER_MS_MAX }, headers);
}
