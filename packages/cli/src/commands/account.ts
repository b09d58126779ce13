import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { answerOf } from '../api/client-api.js';
import { readConfig, writeConfig } from '../settings/service.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';

export function accountCommands(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('logout')
    .description('end the key that is kept for the service, and forget it')
    .action(async () => {
      const { url } = shell.service;
      const { current, accounts } = readConfig(shell.env.configPath);
      const { [url]: kept, ...others } = accounts;
      if (kept === undefined)
        return shell.output.result({ url, signed_out: false }, () => `No key is kept for ${url}.`);
      // Forgotten only once the service has ended it: a key that is only forgotten still opens.
      await answerOf(shell.openApi.POST('/api/auth/device/revoke', { body: { token: kept.key } }));
      const stays = current === url ? undefined : current;
      writeConfig(shell.env.configPath, { current: stays, accounts: others });
      const said = `Signed out of ${url}. Its key opens nothing any more.`;
      shell.output.result({ url, signed_out: true }, () => said);
    });

  program
    .command('whoami')
    .description('who you are here, and what your key may do')
    .action(async () => {
      const { url } = shell.service;
      const who = await answerOf(shell.api.GET('/api/client/account'));
      shell.output.result({ url, ...who }, () => {
        const { name, email, api_key: key } = who;
        const person = `${cleanLine(name)} <${cleanLine(email)}> at ${url}`;
        if (key === null) return person;
        const until = key.expires_at.slice(0, 10);
        return [person, `Key "${cleanLine(key.name)}" for ${key.scopes.join(', ')}, until ${until}`];
      });
    });
}
