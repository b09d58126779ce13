import { Command } from 'commander';
import type { Shell } from '../shell.js';

export function mcpCommand(shell: Shell): Command {
  return new Command('mcp')
    .description(
      'serve the tools of an agent (AGENT_ID, AGENT_SECRET) over MCP, on standard input and output',
    )
    .action(async (_options, command: Command) => {
      const agent = shell.agent(command);
      // The SDK is loaded where it is needed: all other commands start without it.
      const { serveTools } = await import('../mcp/serve-tools.js');
      await serveTools(agent, shell.signal);
    });
}
