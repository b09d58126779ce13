export interface AgentAccess {
  agentId: string;
  secret: string;
  /** The address of the service, without a slash at the end. */
  baseUrl: string;
}

export interface Snippet {
  id: string;
  label: string;
  /** How to run it, in a sentence. */
  hint: string;
  text: string;
}

/** Programs to paste and run as they are. An approval-only agent cannot chat, so it asks for a decision instead. */
export function agentSnippets(access: AgentAccess, kind: 'interactive' | 'approval-only'): Snippet[] {
  const isInteractive = kind === 'interactive';
  return [
    {
      id: 'curl',
      label: 'curl',
      hint: isInteractive ? 'Sends you a message.' : 'Asks you for a decision.',
      text: isInteractive ? curlMessage(access) : curlDecision(access),
    },
    {
      id: 'node',
      label: 'Node',
      hint: 'Needs Node 22 or newer and nothing else. Save it as agent.mjs and run it with "node agent.mjs".',
      text: isInteractive ? nodeChat(access) : nodeDecisions(access),
    },
    {
      id: 'python',
      label: 'Python',
      hint: 'Run "pip install websockets", save it as agent.py and run it with "python agent.py".',
      text: isInteractive ? pythonChat(access) : pythonDecisions(access),
    },
  ];
}

function curlMessage(access: AgentAccess): string {
  return curl(access, '/api/agent/events', '{"type": "message", "text": "Hello from **curl**"}');
}

function curlDecision(access: AgentAccess): string {
  return curl(
    access,
    '/api/agent/decisions',
    '{"title": "May I restart the server?", "action": "server.restart"}',
  );
}

function curl({ agentId, secret, baseUrl }: AgentAccess, path: string, body: string): string {
  return `curl ${baseUrl}${path} \\
  -H 'X-Svc-Agent-Id: ${agentId}' \\
  -H 'X-Svc-Secret: ${secret}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'
`;
}

function nodeChat(access: AgentAccess): string {
  return `${nodeSocket(access)}
socket.onmessage = ({ data }) => {
  const event = JSON.parse(data);
  if (event.type === 'auth_ok') console.log(\`Connected as \${event.agent_name}\`);
  if (event.type !== 'user_message') return;
  const { text, conversation_id } = event;
  socket.send(JSON.stringify({ type: 'message', conversation_id, text: \`You said: \${text}\` }));
};
`;
}

function nodeDecisions(access: AgentAccess): string {
  return `${nodeSocket(access)}
socket.onmessage = async ({ data }) => {
  const event = JSON.parse(data);
  if (event.type === 'decision_resolved') console.log(event.status, event.note);
  if (event.type !== 'auth_ok') return;
  await fetch('${access.baseUrl}/api/agent/decisions', {
    method: 'POST',
    headers: { 'X-Svc-Agent-Id': agent_id, 'X-Svc-Secret': secret, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'May I restart the server?', action: 'server.restart' }),
  });
};
`;
}

function nodeSocket({ agentId, secret, baseUrl }: AgentAccess): string {
  return `const agent_id = '${agentId}';
const secret = '${secret}';

const socket = new WebSocket(\`${socketUrl(baseUrl)}/ws/agent/\${agent_id}\`);
socket.onopen = () => socket.send(JSON.stringify({ type: 'auth', agent_id, secret }));
socket.onclose = ({ code }) => console.log(\`Closed (\${code})\`);`;
}

function pythonChat(access: AgentAccess): string {
  return `${pythonStart(access)}
            if event["type"] == "auth_ok":
                print("Connected as", event["agent_name"])
            if event["type"] == "user_message":
                await socket.send(json.dumps({
                    "type": "message",
                    "conversation_id": event["conversation_id"],
                    "text": "You said: " + event["text"],
                }))

asyncio.run(main())
`;
}

function pythonDecisions(access: AgentAccess): string {
  return `${pythonStart(access)}
            if event["type"] == "decision_resolved":
                print(event["status"], event["note"])
            if event["type"] == "auth_ok":
                urllib.request.urlopen(urllib.request.Request(
                    "${access.baseUrl}/api/agent/decisions",
                    json.dumps({"title": "May I restart the server?", "action": "server.restart"}).encode(),
                    {"X-Svc-Agent-Id": AGENT_ID, "X-Svc-Secret": SECRET, "Content-Type": "application/json"},
                ))

asyncio.run(main())
`;
}

function pythonStart({ agentId, secret, baseUrl }: AgentAccess): string {
  return `import asyncio, json, urllib.request
import websockets

AGENT_ID = "${agentId}"
SECRET = "${secret}"

async def main():
    async with websockets.connect("${socketUrl(baseUrl)}/ws/agent/" + AGENT_ID) as socket:
        await socket.send(json.dumps({"type": "auth", "agent_id": AGENT_ID, "secret": SECRET}))
        async for frame in socket:
            event = json.loads(frame)`;
}

function socketUrl(baseUrl: string): string {
  return baseUrl.replace(/^http/, 'ws');
}
