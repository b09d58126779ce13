import { Argument, Command } from 'commander';
import type { Shell } from '../shell.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type ShellName = (typeof SHELLS)[number];

interface Level {
  /** The names of the commands before it, such as `agents`; empty for `svc` itself. */
  path: string;
  words: { word: string; description: string }[];
}

export function completionCommand(shell: Shell): Command {
  return new Command('completion')
    .description('a script that completes commands, for bash, zsh or fish')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nFor example: source <(svc completion bash)')
    .action((name: ShellName, _options, command: Command) => {
      const script = SCRIPTS[name](levelsOf(command.parent ?? command));
      shell.output(command).result({ shell: name, script }, () => script.trimEnd());
    });
}

function levelsOf(program: Command, path: readonly string[] = []): Level[] {
  const shown = program
    .createHelp()
    .visibleCommands(program)
    .filter((each) => each.name() !== 'help');
  const options = program.options.filter(({ hidden }) => !hidden);
  const words = [
    ...shown.map((each) => ({ word: each.name(), description: each.description() })),
    ...options.map(({ long, short, description }) => ({ word: long ?? short ?? '', description })),
    { word: '--help', description: 'display help for command' },
  ];
  return [
    { path: path.join(' '), words },
    ...shown.flatMap((each) => levelsOf(each, [...path, each.name()])),
  ];
}

const SCRIPTS: Record<ShellName, (levels: Level[]) => string> = {
  bash: (levels) => `# svc completion for bash
_svc() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) [[ "\${path:+$path }$word" =~ ^(${paths(levels).join('|')})$ ]] && path="\${path:+$path }$word" ;; esac
  done
  local words=""
  case "$path" in
${levels.map(({ path, words }) => `    ${quoted(path)}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _svc svc
`,
  zsh: (levels) => `#compdef svc
# svc completion for zsh
_svc() {
  local line="" word
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] && continue
    [[ "\${line:+$line }$word" =~ "^(${paths(levels).join('|')})$" ]] && line="\${line:+$line }$word"
  done
  case "$line" in
${levels.map(({ path, words }) => `    ${quoted(path)}) entries=(${words.map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', ' –')}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe svc entries || _files
}
compdef _svc svc
`,
  fish: (levels) => `# svc completion for fish
complete -c svc -f
function __svc_at
  set -l line
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and continue
    contains -- (string join ' ' $line $word) ${paths(levels).map(quoted).join(' ')}; and set -a line $word
  end
  test "$line" = "$argv"
end
${levels
  .flatMap(({ path, words }) =>
    words.map(
      ({ word, description }) =>
        `complete -c svc -n ${quoted(`__svc_at ${path}`.trim())} ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`} -d ${quoted(description)}`,
    ),
  )
  .join('\n')}
`,
};

/** Words of our own, without anything that a pattern would read. */
function paths(levels: readonly Level[]): string[] {
  return levels.map(({ path }) => path).filter((path) => path !== '');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
