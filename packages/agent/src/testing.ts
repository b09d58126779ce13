import { makeAgent, startService } from './testing/start.js';
import type { TestServiceOptions } from './testing/start.js';
import { TestService } from './testing/test-service.js';

export type { Faults } from './testing/faults.js';
export type { ConversationMessage } from './contract.js';
export type { TestServiceOptions } from './testing/start.js';
export type { PersonCall } from './testing/test-person.js';
export type { TestService, TestAnswer, Trigger } from './testing/test-service.js';

/**
 * Starts the real service for tests of an agent: on a database of its own, with a clock that can be moved and
 * faults that can be made. Stop it in the end. However this process ends, the service ends too.
 *
 * @throws {AgentError} `configuration`, if there is no service to start, or an option is wrong.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const started = await startService(options);
  try {
    return new TestService({ ...started, agent: await makeAgent(started.person, options.agent) });
  } catch (error) {
    await Promise.all([started.process.end(), started.faults.close()]);
    throw error;
  }
}
