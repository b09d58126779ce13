interface AgentAccess {
  agentId: string;
  secret: string;
  /** The address of the service, without a slash at the end. */
  baseUrl: string;
}

/** Programs that run as they are. An approval-only agent cannot chat, so it asks for a decision instead. */
export function agentSnippets(access: AgentAccess, kind: 'interactive' | 'approval-only') {
  const isInteractive = kind === 'interactive';
  return [
    {
      id: 'typescript',
      label: 'TypeScript',
      hint: 'In a checkout of the service, save this as agent.mjs and run "node agent.mjs". For another folder, run "node scripts/pack-agent.mjs <folder>" in the checkout, and "npm install <file>" with the file that it names.',
      text: typescript(access, isInteractive ? TYPESCRIPT_CHAT : TYPESCRIPT_DECISION),
    },
    {
      id: 'python',
      label: 'Python',
      hint: 'In a checkout of the service, run "python3 -m venv .venv" and ".venv/bin/pip install packages/agent-python" once. Save this as agent.py and run ".venv/bin/python agent.py".',
      text: isInteractive ? pythonChat(access) : pythonDecision(access),
    },
    {
      id: 'curl',
      label: 'curl',
      hint: isInteractive ? 'Sends you a message.' : 'Asks you for a decision.',
      text: isInteractive
        ? curl(access, 'events', '{"type": "message", "text": "Hello from **curl**"}')
        : curl(access, 'decisions', '{"title": "May I restart the server?", "action": "server.restart"}'),
    },
  ];
}

const PACKAGE = '@svc/agent';

function typescript({ agentId, secret, baseUrl }: AgentAccess, program: string): string {
  return `import { Agent } from '${PACKAGE}';

const agent = new Agent({
  agentId: '${agentId}',
  secret: '${secret}',
  url: '${baseUrl}',
});
${program}`;
}

const TYPESCRIPT_CHAT = `agent.on('connected', (name) => console.log(\`\${name} is connected.\`));
agent.on('user_message', (m) => m.reply(\`You said: \${m.text}\`));
await agent.start();
`;

const TYPESCRIPT_DECISION = `await agent.start();
const answer = await agent.ask({ title: 'May I restart the server?', action: 'server.restart' });
console.log(answer.status, answer.note);
await agent.stop();
`;

function pythonChat(access: AgentAccess): string {
  return `from svc_agent import Agent

${pythonAgent(access)}

@agent.on("user_message")
async def answer(m):
    await m.reply(f"You said: {m.text}")

agent.run()
`;
}

function pythonDecision(access: AgentAccess): string {
  return `import asyncio
from svc_agent import Agent, Question

${pythonAgent(access)}

async def main():
    async with agent:
        answer = await agent.ask(Question(title="May I restart the server?", action="server.restart"))
        print(answer["status"], answer["note"])

asyncio.run(main())
`;
}

function pythonAgent({ agentId, secret, baseUrl }: AgentAccess): string {
  return `agent = Agent(
    agent_id="${agentId}",
    secret="${secret}",
    url="${baseUrl}",
)`;
}

function curl({ agentId, secret, baseUrl }: AgentAccess, path: string, body: string): string {
  return `curl ${baseUrl}/api/agent/${path} \\
  -H 'X-Svc-Agent-Id: ${agentId}' \\
  -H 'X-Svc-Secret: ${secret}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'
`;
}
