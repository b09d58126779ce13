// What a person does in the console, for a terminal: `node examples/person.mjs new-agent <name>` and `node examples/person.mjs say <text>`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';

const FILE = '.data/agent.env';
const { AGENT_SERVICE_URL: service = 'http://localhost:8080' } = process.env;
/** By default that of the demo, whose password its first start has made. */
const { PERSON_EMAIL: email = 'demo@example.com', DATA_DIR: dataDir = '.data' } = process.env;
const password = process.env.PERSON_PASSWORD ?? (await demoPassword());
const ANSWER_MS_MAX = 30_000;

let token;

const [command, text = ''] = process.argv.slice(2);
if (command === 'new-agent') await newAgent(text || 'First');
else if (command === 'say') await say(text || 'Hello, agent');
else throw new Error('Say what to do: new-agent <name>, or say <text>');

async function demoPassword() {
  const file = `${dataDir}/demo-password`;
  return readFile(file, 'utf8').catch(() => {
    console.error(
      `There is no ${file}. Set DATA_DIR as for the service, or PERSON_EMAIL and PERSON_PASSWORD.`,
    );
    process.exit(1);
  });
}

/** Makes an agent, and keeps its id and secret in a file. Only now the secret can be read. */
async function newAgent(name) {
  const agent = await call('/agents', { agent_name: name, kind: 'interactive' });
  await mkdir('.data', { recursive: true });
  const lines = [
    `AGENT_ID=${agent.agent_id}`,
    `AGENT_SECRET=${agent.secret}`,
    `AGENT_SERVICE_URL=${service}`,
  ];
  await writeFile(FILE, `${lines.join('\n')}\n`, { mode: 0o600 });
  console.log(`${name} is ${agent.agent_id}. ${FILE} has its id and secret.`);
}

/** Begins a conversation with the agent, and prints its answer. */
async function say(message) {
  const [, agentId] = /^AGENT_ID=(.+)$/m.exec(await readFile(FILE, 'utf8'));
  const { conversation_id: id } = await call(`/agents/${agentId}/messages`, { text: message });
  const endMs = performance.now() + ANSWER_MS_MAX;
  while (performance.now() < endMs) {
    const [newest] = await call(`/conversations/${id}/messages`);
    if (newest.sender === 'agent') return console.log(newest.text);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`There was no answer. Does the agent run? ${service} shows the conversation.`);
}

async function call(path, body) {
  token ??= (await request('/api/auth/sign-in/email', { body: { email, password } })).headers.get(
    'set-auth-token',
  );
  const response = await request(`/api/client${path}`, {
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  return response.json();
}

async function request(path, { body, headers = {} }) {
  const response = await fetch(service + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return response;
}
