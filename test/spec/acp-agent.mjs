/** Speaks the Agent Client Protocol by the official SDK, and does what the person's words say. */
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

const sessions = new Map();

const say = (client, sessionId, text) =>
  client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });

async function ask(client, sessionId, command) {
  const { outcome } = await client.request(methods.client.session.requestPermission, {
    sessionId,
    toolCall: { toolCallId: 'call_1', title: 'Run it', kind: 'execute', rawInput: { command } },
    options: [
      { optionId: 'always', name: 'Always', kind: 'allow_always' },
      { optionId: 'once', name: 'Once', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  });
  return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
}

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { mcpCapabilities: { http: true } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    const sessionId = `session-${sessions.size + 1}`;
    sessions.set(sessionId, { prompts: 0, tools: params.mcpServers.map(({ url }) => url), stop: () => {} });
    return { sessionId };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId)?.stop())
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const session = sessions.get(sessionId);
    session.prompts += 1;
    const [, word, rest] = /^(\w+) ?([^]*)$/.exec(prompt[0].text) ?? [];
    switch (word) {
      case 'echo':
        await say(client, sessionId, `${session.prompts}: `);
        await say(client, sessionId, rest);
        break;
      case 'tools':
        await say(client, sessionId, session.tools.join(' '));
        break;
      case 'run':
        await say(client, sessionId, `The answer is ${await ask(client, sessionId, rest)}`);
        break;
      case 'hang':
        await say(client, sessionId, 'At work');
        await new Promise((resolve) => (session.stop = resolve));
        return { stopReason: 'cancelled' };
      case 'exit':
        process.exit(7);
    }
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
