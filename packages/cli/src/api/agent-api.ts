import type { Command } from 'commander';
import type { Shell } from '../shell.js';
import { serviceApi } from './client-api.js';
import type { ClientApi } from './client-api.js';

/** Calls that wait are answered within 45 s, so an answer may take a minute. */
const ANSWER_MS_MAX = 60_000;

export function agentApi(shell: Shell, command: Command): ClientApi {
  const { url, agentId, secret } = shell.agent(command);
  const headers = { 'x-svc-agent-id': agentId, 'x-svc-secret': secret };
  return serviceApi(url, { ...shell.fetchOptions(command), answerMsMax: ANSWER_MS_MAX }, headers);
}
