import { Argument } from '@commander-js/extra-typings';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Shell } from '../shell.js';

/** Each asks `svc complete -- <the words before>` for what may follow: a word, a tab and what it does. */
const SCRIPTS = {
  bash: `# svc completion for bash
_svc() {
  local words
  words=$(svc complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" | cut -f1)
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _svc svc`,
  zsh: `#compdef svc
# svc completion for zsh
_svc() {
  local -a entries
  entries=("\${(@f)$(svc complete -- "\${(@)words[2,CURRENT-1]}" | tr '\\t' ':')}")
  _describe svc entries || _files
}
compdef _svc svc`,
  fish: `# svc completion for fish
complete -c svc -f -a '(svc complete -- (commandline -opc)[2..])'`,
};

export function completionCommands(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('completion')
    .description('a script that completes commands, for bash, zsh or fish')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish'] as const))
    .addHelpText('after', '\nFor example: source <(svc completion bash)')
    .action((name) => shell.output.result({ shell: name, script: SCRIPTS[name] }, () => SCRIPTS[name]));

  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words) => {
      const named = (at: CommandUnknownOpts, word: string) =>
        at.commands.find((each) => each.name() === word);
      const at = words.reduce((command, word) => named(command, word) ?? command, program);
      const help = at.createHelp();
      const commands = help.visibleCommands(at).map((each) => [each.name(), each.description()]);
      const options = help.visibleOptions(at).map((each) => [each.long ?? each.flags, each.description]);
      shell.output.piece([...commands, ...options].map((entry) => `${entry.join('\t')}\n`).join(''));
    });
}
