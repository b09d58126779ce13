import { homedir } from 'node:os';
import { join } from 'node:path';

export type CliEnvironment = ReturnType<typeof readCliEnvironment>;

export function readCliEnvironment(env: NodeJS.ProcessEnv = process.env) {
  // An empty variable counts as one that is not set. A file with CRLF leaves white space at the ends.
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const folder = read('XDG_CONFIG_HOME') ?? join(homedir(), '.config');
  return {
    /** Where the service answers. */
    url: read('SVC_URL'),
    /** An API key of the person, instead of one that `svc login` has kept. */
    apiKey: read('SVC_API_KEY'),
    /** Where `svc login` keeps keys. */
    configPath: read('SVC_CONFIG') ?? join(folder, 'svc', 'config.json'),
    /** Who acts where a command acts as an agent. */
    agentId: read('AGENT_ID'),
    agentSecret: read('AGENT_SECRET'),
    /** What signs the requests of `svc listen`. */
    agentSigningSecret: read('AGENT_SIGNING_SECRET'),
    /** For commands that act as an agent; `url` comes before it. */
    agentServiceUrl: read('AGENT_SERVICE_URL'),
  };
}
