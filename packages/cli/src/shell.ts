import type { Command } from 'commander';
import { clientApi } from './api/client-api.js';
import type { ClientApi } from './api/client-api.js';
import type { PatientFetchOptions } from './api/patient-fetch.js';
import type { CliEnvironment } from './env.js';
import { actingAgent } from './settings/acting-agent.js';
import type { ActingAgent } from './settings/acting-agent.js';
import { serviceOf } from './settings/service.js';
import type { Service } from './settings/service.js';
import { Output } from './terminal/output.js';
import type { TextStream } from './terminal/output.js';

/** What every command takes beside its own options, before or after its name. */
export interface SharedOptions {
  json?: true;
  url?: string;
  color: boolean;
}

interface ShellOptions {
  env: CliEnvironment;
  stdin: NodeJS.ReadStream;
  stdout: TextStream;
  stderr: TextStream;
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
}

export class Shell {
  readonly env: CliEnvironment;
  readonly signal: AbortSignal;
  readonly stdin: NodeJS.ReadStream;
  readonly #options: ShellOptions;

  constructor(options: ShellOptions) {
    this.env = options.env;
    this.signal = options.signal;
    this.stdin = options.stdin;
    this.#options = options;
  }

  output(command: Command): Output {
    const { json, color } = command.optsWithGlobals<SharedOptions>();
    const { stdout, stderr, env } = this.#options;
    return new Output({ stdout, stderr, isJson: json === true, isColourless: env.isColourless || !color });
  }

  service(command: Command): Promise<Service> {
    return serviceOf(this.env, command.optsWithGlobals<SharedOptions>().url);
  }

  agent(command: Command): ActingAgent {
    return actingAgent(this.env, command.optsWithGlobals<SharedOptions>().url);
  }

  async api(command: Command): Promise<ClientApi> {
    return clientApi(await this.service(command), this.fetchOptions(command));
  }

  fetchOptions(command: Command): PatientFetchOptions {
    const output = this.output(command);
    const onWait = (seconds: number) => output.note(`The service asks to wait ${seconds} s …`);
    return { signal: this.signal, onWait };
  }
}
