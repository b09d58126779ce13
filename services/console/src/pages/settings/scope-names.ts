import type { Agent } from '../../api/agents.ts';
import type { AgentScope } from '../../api/agent-keys.ts';

/** What a scope is called, and what a key with it may do. */
export const SCOPE_NAMES: Record<AgentScope, { name: string; hint: string }> = {
  messages: { name: 'Messages', hint: 'send to the chat and read it' },
  tasks: { name: 'Tasks', hint: 'make and change tasks, work on their runs' },
  decisions: { name: 'Decisions', hint: 'ask for decisions and read the answers' },
  events: { name: 'Events', hint: 'connect, and read what happened' },
  read: { name: 'Reading', hint: 'look at messages, tasks and decisions, and change nothing' },
};

/** The scopes that open something for an agent of this kind. */
export function scopesFor(kind: Agent['kind']): AgentScope[] {
  return kind === 'interactive'
    ? ['messages', 'tasks', 'decisions', 'events', 'read']
    : ['decisions', 'events', 'read'];
}
