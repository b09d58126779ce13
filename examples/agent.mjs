// An agent in ten lines: it answers every message with its own text, upside down.
import { WebSocket } from 'ws';

const { AGENT_ID: agent_id, AGENT_SECRET: secret, API = 'http://localhost:8080' } = process.env;
const socket = new WebSocket(`${API.replace('http', 'ws')}/ws/agent/${agent_id}`);
socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', agent_id, secret })));
socket.on('close', (code) => console.log(`closed with ${code}`));
socket.on('message', (data) => {
  const event = JSON.parse(data);
  console.log(event);
  if (event.type !== 'user_message') return;
  const text = `You said: ${[...event.text].reverse().join('')}`;
  socket.send(JSON.stringify({ type: 'message', text, conversation_id: event.conversation_id }));
});
