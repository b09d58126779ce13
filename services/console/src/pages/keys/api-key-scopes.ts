import type { ApiKeyScope } from '../../api/api-keys.ts';

/** What an API key may open, in words. */
export const API_KEY_SCOPES: readonly { id: ApiKeyScope; name: string; hint: string }[] = [
  { id: 'read', name: 'Reading', hint: 'look at everything in your account, and change nothing' },
  { id: 'write', name: 'Writing', hint: 'send messages, change agents and tasks, start and cancel runs' },
  { id: 'decisions', name: 'Decisions', hint: 'answer requests of your agents for you' },
  {
    id: 'agents',
    name: 'Agents',
    hint: 'make agents and new secrets of agents, which go on when the key has ended',
  },
];
