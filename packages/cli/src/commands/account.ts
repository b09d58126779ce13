import { Command } from 'commander';
import { answerOf, serviceApi } from '../api/client-api.js';
import { readConfig, writeConfig } from '../settings/service.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';

export function whoamiCommand(shell: Shell): Command {
  return new Command('whoami')
    .description('who you are here, and what your key may do')
    .action(async (_options, command: Command) => {
      const { url } = await shell.service(command);
      const api = await shell.api(command);
      const who = await answerOf(api.GET('/api/client/account'));
      const { name, email, api_key: key } = who;
      shell
        .output(command)
        .result({ url, ...who }, () => [
          `${cleanLine(name)} <${cleanLine(email)}> at ${url}`,
          ...(key === null
            ? []
            : [
                `Key "${cleanLine(key.name)}" for ${key.scopes.join(', ')}, until ${key.expires_at.slice(0, 10)}`,
              ]),
        ]);
    });
}

export function logoutCommand(shell: Shell): Command {
  return new Command('logout')
    .description('end the key that is kept for the service, and forget it')
    .action(async (_options, command: Command) => {
      const output = shell.output(command);
      const { url } = await shell.service(command);
      const config = await readConfig(shell.env.configPath);
      const { [url]: kept, ...accounts } = config.accounts;
      if (kept === undefined)
        return output.result({ url, signed_out: false }, () => `No key is kept for ${url}.`);
      // Forgotten only once the service has ended it: a key that is only forgotten still opens.
      const api = serviceApi(url, shell.fetchOptions(command));
      await answerOf(api.POST('/api/auth/device/revoke', { body: { token: kept.key } }));
      const { current } = config;
      await writeConfig(shell.env.configPath, {
        ...(current === undefined || current === url ? {} : { current }),
        accounts,
      });
      output.result({ url, signed_out: true }, () => `Signed out of ${url}. Its key opens nothing any more.`);
    });
}
