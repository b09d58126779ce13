// An agent that works: it completes every run of its tasks, and prints the decisions that were taken for it.
import { WebSocket } from 'ws';

const { AGENT_ID: agent_id, AGENT_SECRET: secret, API = 'http://localhost:8080' } = process.env;
const headers = { 'x-svc-agent-id': agent_id, 'x-svc-secret': secret, 'content-type': 'application/json' };
const socket = new WebSocket(`${API.replace('http', 'ws')}/ws/agent/${agent_id}`);
socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', agent_id, secret })));
socket.on('close', (code) => console.log(`closed with ${code}`));
socket.on('message', async (data) => {
  const event = JSON.parse(data);
  console.log(event);
  if (event.type !== 'task_due' && event.type !== 'task_trigger') return;
  const summary = `**${event.task_name}** is done. It was given ${JSON.stringify(event.payload ?? {})}.`;
  const body = JSON.stringify({ status: 'completed', summary });
  await fetch(`${API}/api/agent/tasks/runs/${event.run_id}/complete`, { method: 'POST', headers, body });
});
