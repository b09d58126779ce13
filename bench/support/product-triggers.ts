import { newId, newTriggerId, secretHash, SecretBox } from '@svc/domain';
import { Person, Product } from '@svc/testkit';
import type { Contender } from './contender.js';
import { insertAgents } from './fixtures.js';
import type { BenchAgent } from './fixtures.js';
import { HUB_SLOT, openBackends } from './scratch.js';
import type { Backends } from './scratch.js';
import { Program } from './program.js';
import type { Leftovers } from './run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './service-process.js';
import type { TriggerLoadCalls } from './trigger-load-program.js';

const AGENTS = 50;

/** Processes of their own, with RabbitMQ between them; callers and agents in a third. */
export async function servicesTriggers(leftovers: Leftovers): Promise<Contender> {
  const backends = await openBackends(leftovers);
  const hub = await startReadyService('websocket-hub', backends, leftovers, { HUB_SLOT });
  const intake = await startReadyService('trigger-intake', backends, leftovers, NO_RATE_LIMITS);
  const agents = await insertAgents(backends, AGENTS);
  const triggerIds = await insertTriggers(backends, agents);
  const urls = { hubUrl: hub.url, intakeUrl: intake.url };
  return contender('trigger-intake and hub', { ...urls, agents, triggerIds, leftovers });
}

/** What `npm start` runs: one process with a PostgreSQL of its own and the broker in memory. */
export async function wholeProductTriggers(leftovers: Leftovers): Promise<Contender> {
  const product = await Product.prepare({ mode: 'all-in-one', settings: NO_RATE_LIMITS });
  leftovers.later(() => product.remove());
  leftovers.later(() => product.stop());
  await product.start();
  const person = await Person.signUp(product.url);
  const agents: BenchAgent[] = [];
  const triggerIds: string[] = [];
  for (let index = 0; index < AGENTS; index += 1) {
    const agent = await person.createAgent();
    agents.push({ agentId: agent.agentId, secret: agent.secret });
    triggerIds.push((await agent.tasks.createTriggered()).trigger_id);
  }
  const urls = { hubUrl: product.url, intakeUrl: product.url };
  return contender('all in one', { ...urls, agents, triggerIds, leftovers });
}

async function contender(
  name: string,
  { leftovers, ...to }: Parameters<TriggerLoadCalls['connect']>[0] & { leftovers: Leftovers },
): Promise<Contender> {
  const load = Program.start<TriggerLoadCalls>('trigger-load-program.js', leftovers);
  await load.ask('connect', to);
  return {
    name,
    flood: (flood) => load.ask('flood', flood),
    pace: (pace) => load.ask('pace', pace),
  };
}

/** A task with a trigger for each agent. */
async function insertTriggers(backends: Backends, agents: readonly BenchAgent[]): Promise<string[]> {
  const box = new SecretBox(Buffer.from(backends.secretsKey, 'hex'));
  const triggerIds = agents.map(() => newTriggerId());
  const taskIds = agents.map(() => newId('task'));
  await backends.sql(
    `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at, trigger_hash, trigger_sealed)
     SELECT id, agent_id, 'Deploy', 'Deploy what was merged, and say what you have done.', 'event', 'event', now(),
            hash, sealed
       FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) AS t (id, agent_id, hash, sealed)`,
    [
      taskIds,
      agents.map(({ agentId }) => agentId),
      triggerIds.map((triggerId) => secretHash(triggerId)),
      triggerIds.map((triggerId, index) =>
        box.seal(triggerId, { column: 'task.trigger_sealed', rowId: taskIds[index] ?? '' }),
      ),
    ],
  );
  return triggerIds;
}
