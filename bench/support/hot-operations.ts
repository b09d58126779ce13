import { AgentClient, eventOf, Person, Signal, WebhookReceiver } from '@svc/testkit';
import type { AgentSocket } from '@svc/testkit';
import type { MeteredServices } from './metered-services.js';
import type { Leftovers } from './run-bench.js';

export interface HotOperation {
  name: string;
  /** Carries it out for the nth time and resolves when its effect is where it belongs. */
  carryOut(index: number): Promise<unknown>;
}

const AGENTS = 20;

interface BenchedAgent {
  agent: AgentClient;
  socket: AgentSocket;
  conversationId: string;
  taskId: string;
  triggerId: string;
  runId: string;
}

/** What people, callers and agents do most, each from its call to its effect. */
export async function hotOperations(
  { urlOf }: MeteredServices,
  leftovers: Leftovers,
): Promise<HotOperation[]> {
  const person = await Person.signUp(urlOf.gateway);
  const agents: BenchedAgent[] = [];
  for (let index = 0; index < AGENTS; index += 1) agents.push(await prepare());
  const offline = await prepare({ isOffline: true });
  const receiver = await WebhookReceiver.open();
  leftovers.later(() => receiver.close());
  const delivered = new Signal<unknown>();
  receiver.answer = (delivery, response) => {
    delivered.push(eventOf(delivery)['text']);
    response.end();
  };
  const hooked = await person.createAgent({ webhook_url: receiver.url });
  const { conversation_id: hookedConversation } = await person.send(hooked.agentId, 'Hello');
  const agentOf = (index: number): BenchedAgent => agents[Math.abs(index) % AGENTS] as BenchedAgent;

  async function prepare({ isOffline = false } = {}): Promise<BenchedAgent> {
    const agent = await person.createAgent();
    const socket = await new AgentClient(urlOf['websocket-hub'], agent).connect();
    leftovers.later(async () => socket.terminate());
    const { conversation_id: conversationId } = await person.send(agent.agentId, 'Hello');
    const { id: taskId, trigger_id: triggerId } = await agent.tasks.createTriggered();
    const runId = await agent.tasks.start(taskId);
    if (isOffline) socket.terminate();
    return { agent, socket, conversationId, taskId, triggerId, runId };
  }

  async function trigger({ triggerId }: BenchedAgent, index: number): Promise<unknown> {
    const answer = await fetch(`${urlOf['trigger-intake']}/webhook/${triggerId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order: index, text: 'A small payload, as most are' }),
    });
    return answer.json();
  }

  return [
    {
      name: 'trigger, agent on its socket',
      async carryOut(index) {
        const { socket, ...agent } = agentOf(index);
        await trigger({ socket, ...agent }, index);
        await socket.frames.first(
          ({ type, payload }) =>
            type === 'task_trigger' && (payload as { order?: number } | null)?.order === index,
          'the trigger',
        );
      },
    },
    { name: 'trigger, agent offline', carryOut: (index) => trigger(offline, index) },
    {
      name: 'message to an agent on its socket',
      async carryOut(index) {
        const { agent, socket, conversationId } = agentOf(index);
        await person.send(agent.agentId, { text: `Message ${index}`, conversation_id: conversationId });
        await socket.userMessage(`Message ${index}`);
      },
    },
    {
      name: 'message to a webhook',
      async carryOut(index) {
        const text = `Message ${index}`;
        await person.send(hooked.agentId, { text, conversation_id: hookedConversation });
        await delivered.first((found) => found === text, text);
      },
    },
    {
      name: "agent's message, REST",
      carryOut(index) {
        const { agent, conversationId } = agentOf(index);
        return agent.send({ text: `Answer ${index}`, conversation_id: conversationId });
      },
    },
    {
      name: "agent's message, socket",
      carryOut(index) {
        const { socket, conversationId } = agentOf(index);
        return socket.ask({ text: `Answer ${index}`, conversation_id: conversationId });
      },
    },
    {
      name: 'task created, due at once',
      async carryOut(index) {
        const { agent, socket } = agentOf(index);
        const { id } = await agent.tasks.create({ schedule: 'once', name: `Task ${index}` });
        await socket.taskDue(id);
      },
    },
    {
      name: 'run started and completed',
      async carryOut(index) {
        const { agent, taskId } = agentOf(index);
        await agent.tasks.complete(await agent.tasks.start(taskId));
      },
    },
    {
      name: 'context block appended',
      carryOut(index) {
        const { agent, runId } = agentOf(index);
        return agent.tasks.append(runId, `What was found in step ${index}`);
      },
    },
    { name: 'poll that finds nothing', carryOut: (index) => agentOf(index).agent.tasks.due() },
    {
      name: 'decision asked for and answered',
      async carryOut(index) {
        const { agent, socket } = agentOf(index);
        const body = { title: `Send it? ${index}` };
        const asked = await agent.call('/api/agent/decisions', { body });
        const { decision_id: id } = asked.body as { decision_id: string };
        await person.call(`/decisions/${id}/resolve`, { body: { status: 'approved' } });
        await socket.frames.first((frame) => frame['decision_id'] === id, 'the answer');
      },
    },
  ];
}
