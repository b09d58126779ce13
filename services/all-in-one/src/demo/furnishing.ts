import { CHECK_IN, DEPLOY_HOOK } from './ada-tasks.js';
import type { AgentApi } from './agent-api.js';
import { welcomeText } from './reply.js';

/** What Ada has before anybody visits: her tasks, and a first message, so that the console is not empty. */
export async function furnish(api: AgentApi): Promise<void> {
  const names = new Set((await api.tasks()).map((task) => task.name));
  for (const task of [CHECK_IN, DEPLOY_HOOK]) if (!names.has(task.name)) await api.createTask(task);
  await api.sendMessage({ text: welcomeText() });
}
