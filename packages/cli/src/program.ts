import { Command, CommanderError } from 'commander';
import { logoutCommand, whoamiCommand } from './commands/account.js';
import { acpCommand } from './commands/acp.js';
import { agentsCommand } from './commands/agents.js';
import { chatCommand } from './commands/chat.js';
import { completionCommand } from './commands/completion.js';
import { decisionsCommand } from './commands/decisions.js';
import { doctorCommand } from './commands/doctor.js';
import { eventsCommand } from './commands/events.js';
import { hookCommand } from './commands/hook.js';
import { listenCommand } from './commands/listen.js';
import { loginCommand } from './commands/login.js';
import { mcpCommand } from './commands/mcp.js';
import { tasksCommand } from './commands/tasks.js';
import { triggerCommand } from './commands/trigger.js';
import { asCliError, CliError, EXIT_CODES } from './errors.js';
import type { Shell } from './shell.js';
import { cleanText, terminalSafeJson } from './terminal/clean-text.js';
import { VERSION } from './version.js';

const COMMANDS: readonly ((shell: Shell) => Command)[] = [
  loginCommand,
  logoutCommand,
  whoamiCommand,
  agentsCommand,
  chatCommand,
  listenCommand,
  doctorCommand,
  tasksCommand,
  triggerCommand,
  eventsCommand,
  decisionsCommand,
  mcpCommand,
  hookCommand,
  acpCommand,
  completionCommand,
];

function svcProgram(shell: Shell): Command {
  const program = new Command('svc')
    .description('The agent service from a shell.')
    .version(VERSION)
    .option('--json', 'write results as JSON, and errors too')
    .option('--url <url>', 'the service to talk to (SVC_URL; else that of the last login)')
    .option('--no-color', 'write without colours (NO_COLOR)')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(svc --help says more)');
  for (const command of COMMANDS) program.addCommand(inherited(program, command(shell)));
  return program;
}

/** Says on `stderr` why a command failed. @param args without the program's name. @returns the exit code. */
export async function runSvc(
  args: readonly string[],
  shell: Shell,
  stderr: { write(text: string): unknown },
): Promise<number> {
  const isJson = args.slice(0, indexOrEnd(args, '--')).includes('--json');
  const program = throwing(svcProgram(shell), isJson);
  try {
    await program.parseAsync(args, { from: 'user' });
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

/** Commander throws where it would end the process; with `--json` it says nothing itself. */
function throwing(program: Command, isJson: boolean): Command {
  program.exitOverride();
  if (isJson) program.configureOutput({ writeErr: () => {} });
  for (const command of program.commands) throwing(command, isJson);
  return program;
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

/** Help and errors of a command are written as its parent's. */
function inherited(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent);
  for (const each of command.commands) inherited(command, each);
  return command;
}

function indexOrEnd(args: readonly string[], arg: string): number {
  const index = args.indexOf(arg);
  return index === -1 ? args.length : index;
}
