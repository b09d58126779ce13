import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { answerOf } from '../api/client-api.js';
import type { Schemas } from '../api/client-api.js';
import { CliError, refusalOf } from '../errors.js';
import { writeLogin } from '../settings/service.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';

type Scope = Schemas['ApiKeyScope'];
type Codes = Schemas['DeviceCodes'];

/** Making agents hands out credentials, so that has to be asked for. */
const SCOPES_DEFAULT = 'read,write,decisions';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628, section 3.5. */
const SLOW_DOWN_SECONDS = 5;

export function loginCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('login')
    .description('get an API key for this shell; you say yes in the browser')
    .option('--scopes <list>', 'what it may do: read, write, decisions, agents', SCOPES_DEFAULT)
    .action(async ({ scopes }) => {
      const { output, service, openApi } = shell;
      const { url } = service;
      const body = { client_name: `svc on ${hostname()}`, scopes: scopes.split(',') as Scope[] };
      const codes = await answerOf(openApi.POST('/api/auth/device/code', { body }));
      // On the standard error: the result comes later.
      output.note(
        `Open ${cleanLine(codes.verification_uri)} and enter the code ${cleanLine(codes.user_code)}`,
      );
      output.note(`Waiting for you, for ${Math.round(codes.expires_in / 60)} minutes …`);
      const { access_token: key, scope, user } = await grantedKey(shell, codes);
      const { configPath } = shell.env;
      writeLogin(configPath, { url, key });
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
    else if (reason !== 'authorization_pending') throw refusalOf(response, error);
  }
}
