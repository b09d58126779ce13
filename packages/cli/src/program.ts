import { parseArgs } from 'node:util';
import { Command, CommanderError } from '@commander-js/extra-typings';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { acpCommand } from './commands/acp.js';
import { agentsCommands } from './commands/agents.js';
import { chatCommand } from './commands/chat.js';
import { completionCommands } from './commands/completion.js';
import { decisionsCommands } from './commands/decisions.js';
import { doctorCommand } from './commands/doctor.js';
import { eventsCommands } from './commands/events.js';
import { hookCommand } from './commands/hook.js';
import { listenCommand } from './commands/listen.js';
import { loginCommand } from './commands/login.js';
import { mcpCommand } from './commands/mcp.js';
import { tasksCommands } from './commands/tasks.js';
import { triggerCommand } from './commands/trigger.js';
import { asCliError, CliError, EXIT_CODES } from './errors.js';
import type { Shell } from './shell.js';
import { cleanText, terminalSafeJson } from './terminal/clean-text.js';
import { VERSION } from './version.js';

const COMMANDS: readonly ((program: CommandUnknownOpts, shell: Shell) => void)[] = [
  loginCommand,
  agentsCommands,
  chatCommand,
  listenCommand,
  doctorCommand,
  tasksCommands,
  triggerCommand,
  eventsCommands,
  decisionsCommands,
  mcpCommand,
  hookCommand,
  acpCommand,
  completionCommands,
];

/** Commander throws where it would end the process; with `--json` it says nothing itself. */
function svcProgram(shell: Shell, isJson: boolean): CommandUnknownOpts {
  const program = new Command('svc')
    .description('The agent service from a shell.')
    .version(VERSION)
    .option('--json', 'write results as JSON, and errors too')
    .option('--url <url>', 'the service to talk to (SVC_URL; else that of the last login)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput(isJson ? { writeErr: () => {} } : {})
    .showHelpAfterError('(svc --help says more)')
    .exitOverride()
    .hook('preAction', (root) => shell.use(root.opts()));
  // A command that is made here inherits what is said above.
  for (const add of COMMANDS) add(program, shell);
  return program;
}

/** Says on `stderr` why a command failed. @param args without the program's name. @returns the exit code. */
export async function runSvc(
  args: readonly string[],
  shell: Shell,
  stderr: { write(text: string): unknown },
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } }, strict: false });
  const isJson = values.json === true;
  try {
    await svcProgram(shell, isJson).parseAsync(args, { from: 'user' });
    return EXIT_CODES.ok;
  } catch (thrown) {
    const error = thrown instanceof CommanderError ? usageError(thrown) : asCliError(thrown);
    if (error === null) return EXIT_CODES.ok;
    // Who pressed Ctrl-C knows it.
    if (error.code === 'interrupted') return error.exitCode;
    if (isJson) stderr.write(`${terminalSafeJson({ error })}\n`);
    // Commander has said what is wrong with the command line.
    else if (!(thrown instanceof CommanderError)) stderr.write(textOf(error));
    return error.exitCode;
  }
}

/** `null` if only help or the version was asked for. */
function usageError(thrown: CommanderError): CliError | null {
  if (thrown.exitCode === 0) return null;
  const message =
    thrown.code === 'commander.help' ? 'A command is missing.' : thrown.message.replace(/^error: /, '');
  return new CliError('usage', message, { cause: thrown });
}

function textOf(error: CliError): string {
  const lines = [`✗ ${error.message}`, ...(error.hint === undefined ? [] : [`  ${error.hint}`])];
  if (error.requestId !== undefined) lines.push(`  The service knows it as request ${error.requestId}.`);
  return `${cleanText(lines.join('\n'))}\n`;
}
