import { serviceApi } from './api/client-api.js';
import type { ClientApi } from './api/client-api.js';
import type { CliEnvironment } from './env.js';
import { CliError } from './errors.js';
import { headerText, serviceOf, serviceUrl, URL_DEFAULT } from './settings/service.js';
import type { Service } from './settings/service.js';
import { Output } from './terminal/output.js';

/** What every command takes beside its own options, before or after its name. */
interface SharedOptions {
  json?: true | undefined;
  url?: string | undefined;
}

export interface ActingAgent {
  /** Without a slash at its end. */
  url: string;
  agentId: string;
  /** Its secret, or a key of it. */
  secret: string;
}

interface ShellOptions {
  env: CliEnvironment;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
}

/** What commands work with. */
export class Shell {
  readonly env: CliEnvironment;
  readonly signal: AbortSignal;
  readonly stdin: NodeJS.ReadStream;
  readonly #options: ShellOptions;
  #shared: SharedOptions = {};

  constructor(options: ShellOptions) {
    this.env = options.env;
    this.signal = options.signal;
    this.stdin = options.stdin;
    this.#options = options;
  }

  /** Before a command begins. */
  use(shared: SharedOptions): void {
    this.#shared = shared;
  }

  get output(): Output {
    const { stdout, stderr } = this.#options;
    return new Output({ stdout, stderr, isJson: this.#shared.json === true });
  }

  get service(): Service {
    return serviceOf(this.env, this.#shared.url);
  }

  /** At `--url`, `SVC_URL`, `AGENT_SERVICE_URL` or localhost. @throws CliError `not_signed_in`, `usage`. */
  get agent(): ActingAgent {
    const { agentId, agentSecret, url, agentServiceUrl } = this.env;
    if (agentId === undefined || agentSecret === undefined)
      throw new CliError('not_signed_in', 'This command acts as an agent, and none is named.', {
        hint: 'Set AGENT_ID and AGENT_SECRET to what was shown when the agent was made.',
      });
    return {
      url: serviceUrl(this.#shared.url ?? url ?? agentServiceUrl ?? URL_DEFAULT),
      agentId: headerText('AGENT_ID', agentId),
      secret: headerText('AGENT_SECRET', agentSecret),
    };
  }

  /** As the person. @throws CliError `not_signed_in` if there is no key for the service. */
  get api(): ClientApi {
    const { url, key } = this.service;
    if (key === null)
      throw new CliError('not_signed_in', `You are not signed in to ${url}.`, {
        hint: 'Run `svc login`, or set SVC_API_KEY.',
      });
    return serviceApi(url, this.signal, { authorization: `Bearer ${headerText('The API key', key)}` });
  }

  /** For calls that need no key, and show none. */
  get openApi(): ClientApi {
    return serviceApi(this.service.url, this.signal);
  }

  get agentApi(): ClientApi {
    const { url, agentId, secret } = this.agent;
    return serviceApi(url, this.signal, { 'x-svc-agent-id': agentId, 'x-svc-secret': secret });
  }
}
