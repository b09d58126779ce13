import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { answerOf, serviceApi } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import { CliError } from '../errors.js';
import { readConfig, writeConfig } from '../settings/service.js';
import type { Shell } from '../shell.js';
import type { Output } from '../terminal/output.js';
import { openInBrowser, pageToOpen } from '../terminal/browser.js';
import { cleanLine } from '../terminal/clean-text.js';
import { secondsIn } from './arguments.js';

type Scope = Schemas['ApiKeyScope'];
type Codes = Schemas['DeviceCodes'];

const SCOPES: readonly Scope[] = ['read', 'write', 'decisions', 'agents'];
/** Making agents hands out credentials, so that has to be asked for. */
const SCOPES_DEFAULT = 'read,write,decisions';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628, section 3.5. */
const SLOW_DOWN_SECONDS = 5;

interface LoginOptions {
  scopes: Scope[];
  expires: number;
  name: string;
  browser: boolean;
}

export function loginCommand(shell: Shell): Command {
  return new Command('login')
    .description('get an API key for this shell; you say yes in the browser')
    .addOption(
      new Option('--scopes <list>', `what it may do: ${SCOPES.join(', ')}`)
        .argParser(scopesIn)
        .default(scopesIn(SCOPES_DEFAULT), SCOPES_DEFAULT),
    )
    .addOption(
      new Option('--expires <time>', 'when it ends').argParser(secondsIn).default(secondsIn('90d'), '90d'),
    )
    .option('--name <name>', 'how your account calls it', `svc on ${hostname()}`)
    .option('--no-browser', 'only show the address')
    .action(async (options: LoginOptions, command: Command) => {
      const output = shell.output(command);
      const { url } = await shell.service(command);
      const api = serviceApi(url, shell.fetchOptions(command));
      const body = { client_name: options.name, scopes: options.scopes, expires_in_seconds: options.expires };
      const codes = await answerOf(api.POST('/api/auth/device/code', { body }));
      show(output, codes);
      const page = pageToOpen(codes.verification_uri_complete, { shown: codes.verification_uri });
      if (options.browser && output.isTerminal && page !== null) await openInBrowser(page);
      const granted = await grantedKey(api, codes, shell.signal);
      const config = await readConfig(shell.env.configPath);
      const { access_token: key, scope, user } = granted;
      const accounts = { ...config.accounts, [url]: { key, email: user.email } };
      await writeConfig(shell.env.configPath, { current: url, accounts });
      const scopes = scope.split(' ');
      const kept = shell.env.configPath;
      output.result({ url, email: user.email, scopes, kept_in: kept }, () => [
        `Signed in to ${url} as ${cleanLine(user.email)}, for ${scopes.join(', ')}.`,
        `The key lies in ${kept}.`,
      ]);
    });
}

/** On the standard error: the result comes later. */
function show(output: Output, { verification_uri: page, user_code: code, expires_in: seconds }: Codes): void {
  output.note(`Open ${cleanLine(page)} and enter the code ${cleanLine(code)}`);
  output.note(`Waiting for you, for ${Math.round(seconds / 60)} minutes …`);
}

async function grantedKey(api: ClientApi, codes: Codes, signal: AbortSignal): Promise<Schemas['GrantedKey']> {
  let waitSeconds = codes.interval;
  for (;;) {
    await sleep(waitSeconds * 1_000, undefined, { signal });
    const body = { grant_type: GRANT, device_code: codes.device_code } as const;
    const { data, error, response } = await api.POST('/api/auth/device/token', { body });
    if (data !== undefined) return data;
    const reason = (error as { error?: string } | undefined)?.error;
    if (reason === 'slow_down') waitSeconds += SLOW_DOWN_SECONDS;
    else if (reason === 'access_denied')
      throw new CliError('rejected', 'The login was refused in the browser.');
    else if (reason === 'expired_token')
      throw new CliError('unanswered', 'Nobody has confirmed the login in time.', {
        hint: 'Run `svc login` again.',
      });
    else if (reason !== 'authorization_pending') await answerOf(Promise.resolve({ error, response }));
  }
}

function scopesIn(list: string): Scope[] {
  const named = list.split(',').map((each) => each.trim());
  const unknown = named.filter((each) => !(SCOPES as readonly string[]).includes(each));
  if (unknown.length > 0)
    throw new CliError('usage', `There is no scope ${unknown.join(', ')}. There are ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => named.includes(scope));
}
