import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from '@commander-js/extra-typings';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { answerOf } from '../api/client-api.js';
import type { Schemas } from '../api/client-api.js';
import { CliError, refusalOf } from '../errors.js';
import { readConfig, writeConfig } from '../settings/service.js';
import type { Shell } from '../shell.js';
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

export function loginCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('login')
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
    .action(async ({ scopes, expires, name, browser }) => {
      const { output, service, openApi } = shell;
      const { url } = service;
      const body = { client_name: name, scopes, expires_in_seconds: expires };
      const codes = await answerOf(openApi.POST('/api/auth/device/code', { body }));
      // On the standard error: the result comes later.
      output.note(
        `Open ${cleanLine(codes.verification_uri)} and enter the code ${cleanLine(codes.user_code)}`,
      );
      output.note(`Waiting for you, for ${Math.round(codes.expires_in / 60)} minutes …`);
      const page = pageToOpen(codes.verification_uri_complete, { shown: codes.verification_uri });
      if (browser && output.isTerminal && page !== null) await openInBrowser(page);
      const { access_token: key, scope, user } = await grantedKey(shell, codes);
      const { configPath } = shell.env;
      const { accounts } = readConfig(configPath);
      writeConfig(configPath, { current: url, accounts: { ...accounts, [url]: { key, email: user.email } } });
      const granted = scope.split(' ');
      output.result({ url, email: user.email, scopes: granted, kept_in: configPath }, () => [
        `Signed in to ${url} as ${cleanLine(user.email)}, for ${granted.join(', ')}.`,
        `The key lies in ${configPath}.`,
      ]);
    });
}

async function grantedKey({ openApi, signal }: Shell, codes: Codes): Promise<Schemas['GrantedKey']> {
  let waitSeconds = codes.interval;
  for (;;) {
    await sleep(waitSeconds * 1_000, undefined, { signal });
    const body = { grant_type: GRANT, device_code: codes.device_code } as const;
    const { data, error, response } = await openApi.POST('/api/auth/device/token', { body });
    if (data !== undefined) return data;
    const reason = (error as { error?: string } | undefined)?.error;
    if (reason === 'slow_down') waitSeconds += SLOW_DOWN_SECONDS;
    else if (reason === 'access_denied')
      throw new CliError('rejected', 'The login was refused in the browser.');
    else if (reason === 'expired_token')
      throw new CliError('unanswered', 'Nobody has confirmed the login in time.', {
        hint: 'Run `svc login` again.',
      });
    else if (reason !== 'authorization_pending') throw refusalOf(response.status, error);
  }
}

function scopesIn(list: string): Scope[] {
  const named = list.split(',').map((each) => each.trim());
  const unknown = named.filter((each) => !(SCOPES as readonly string[]).includes(each));
  if (unknown.length > 0)
    throw new CliError('usage', `There is no scope ${unknown.join(', ')}. There are ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => named.includes(scope));
}
