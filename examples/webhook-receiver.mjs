// Receives events by webhook, refuses what is not signed with the agent's secret, and answers through the API.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { AGENT_ID, AGENT_SECRET, API = 'http://localhost:8080', PORT = '9000' } = process.env;
const seen = new Set();

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (!isAuthentic(request.headers, body)) return response.writeHead(401).end();
  // Reply first, then work; a repeat of an event has the same id.
  response.writeHead(204).end();
  const eventId = request.headers['x-svc-event-id'];
  if (seen.has(eventId)) return;
  seen.add(eventId);
  const event = JSON.parse(body);
  console.log(eventId, event);
  if (event.type === 'user_message') await answer(event);
}).listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`));

function isAuthentic(headers, body) {
  const timestamp = headers['x-svc-timestamp'] ?? '';
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const mac = createHmac('sha256', AGENT_SECRET).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`sha256=${mac}`);
  const given = Buffer.from(headers['x-svc-signature'] ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function answer(event) {
  await fetch(`${API}/api/agent/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-agent-id': AGENT_ID, 'x-svc-secret': AGENT_SECRET },
    body: JSON.stringify({
      type: 'message',
      text: 'Received by webhook.',
      conversation_id: event.conversation_id,
    }),
  });
}
