// An agent as a process: takes a run that is due, saves each of five steps, and completes the run with them.
import { setTimeout as sleep } from 'node:timers/promises';

const { AGENT_ID, AGENT_SECRET, SERVICE_URL } = process.env;
const STEPS = 5;
const LEASE_S = 5;

async function call(path, body, method = body === undefined ? 'GET' : 'POST') {
  for (;;) {
    const answer = await fetch(`${SERVICE_URL}/api/agent/tasks${path}`, {
      method,
      headers: {
        'x-svc-agent-id': AGENT_ID,
        'x-svc-secret': AGENT_SECRET,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status === 200) return answer.json();
    await answer.arrayBuffer();
    await sleep(100);
  }
}

let [due] = await call('/due');
for (; due === undefined; [due] = await call('/due')) await sleep(100);
const { run_id: runId } = await call(`/${due.id}/run/start`, undefined, 'POST');
for (;;) {
  await call(`/runs/${runId}/heartbeat`, { lease_seconds: LEASE_S });
  const { blocks } = await call(`/runs/${runId}/context`);
  if (blocks.length === STEPS) break;
  await call(`/runs/${runId}/context`, { text: String(blocks.length + 1) });
  console.log(`saved ${blocks.length + 1}`);
  await sleep(300);
}
const { blocks } = await call(`/runs/${runId}/context`);
const summary = blocks.map(({ text }) => text).join(' ');
await call(`/runs/${runId}/complete`, { status: 'completed', summary });
