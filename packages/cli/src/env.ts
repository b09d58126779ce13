import { homedir } from 'node:os';
import { join } from 'node:path';

export interface CliEnvironment {
  /** `SVC_URL`: where the service answers. */
  url: string | undefined;
  /** `SVC_API_KEY`: an API key of the person, instead of one that `svc login` has kept. */
  apiKey: string | undefined;
  /** `SVC_CONFIG`, else `svc/config.json` below `XDG_CONFIG_HOME` or `~/.config`: where `svc login` keeps keys. */
  configPath: string;
  /** `NO_COLOR` is set (no-color.org), or the terminal can show none. */
  isColourless: boolean;
  /** `AGENT_ID`, `AGENT_SECRET`: who acts where a command acts as an agent. */
  agentId: string | undefined;
  agentSecret: string | undefined;
  /** `AGENT_SIGNING_SECRET`: what signs the requests of `svc listen`. */
  agentSigningSecret: string | undefined;
  /** `AGENT_SERVICE_URL`, for such commands; {@link url} comes before it. */
  agentServiceUrl: string | undefined;
}

export function readCliEnvironment(env: NodeJS.ProcessEnv = process.env): CliEnvironment {
  const folder = presentIn(env, 'XDG_CONFIG_HOME') ?? join(homedir(), '.config');
  return {
    url: presentIn(env, 'SVC_URL'),
    apiKey: presentIn(env, 'SVC_API_KEY'),
    configPath: presentIn(env, 'SVC_CONFIG') ?? join(folder, 'svc', 'config.json'),
    isColourless: presentIn(env, 'NO_COLOR') !== undefined || env['TERM'] === 'dumb',
    agentId: presentIn(env, 'AGENT_ID'),
    agentSecret: presentIn(env, 'AGENT_SECRET'),
    agentSigningSecret: presentIn(env, 'AGENT_SIGNING_SECRET'),
    agentServiceUrl: presentIn(env, 'AGENT_SERVICE_URL'),
  };
}

/** An empty variable counts as one that is not set. */
function presentIn(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}
