import { request } from 'node:http';
import { sceneAgent } from './scene-agent.mjs';

/** As high as what is shown in it. */
const CHAT = { width: 800, height: 640 };

/** An agent that writes while its run goes on, and its files with buttons under them. */
export async function takeWriting({ page, base, take }) {
  const agent = await sceneAgent(page, base, { name: 'Reporter' });
  const conversationId = await agent.hear('How was the week?');
  const task = await agent.post('/tasks', {
    name: 'Weekly report',
    prompt: 'Write it',
    schedule: '0 9 * * 1',
  });
  const { run_id: runId } = await agent.post(`/tasks/${task.id}/run/start`);
  await agent.post(`/tasks/runs/${runId}/progress`, { percent: 60, text: '3 of 5 pages' });
  await page.setViewportSize(CHAT);
  await page.goto(`${base}/agents/${agent.agentId}`);
  await page.getByText('3 of 5 pages').waitFor();
  const stream = request(`${base}/api/agent/messages/stream?conversation_id=${conversationId}`, {
    method: 'POST',
    headers: { ...agent.headers, 'content-type': 'application/x-ndjson' },
  });
  stream.on('response', (response) => response.resume()).on('error', () => {});
  const line = (frame) => `${JSON.stringify(frame)}\n`;
  const begun =
    'A good one. **1,204 messages** were answered, twelve of them by you.\n\n- Sales are up by 4 %\n- Two off';
  stream.write(line({ type: 'message_delta', text: begun }));
  await page.getByText('Sales are up by 4 %').waitFor();
  await take('growing');
  const rest = line({ type: 'message_delta', text: 'ers are open' }) + line({ type: 'message_end' });
  await new Promise((resolve) => stream.on('close', resolve).end(rest));
  await agent.post(`/tasks/runs/${runId}/complete`, {
    status: 'completed',
    summary: 'The report is written.',
  });
  const files = [
    await agent.file('week-12.csv', 'text/csv', Buffer.from('day,messages\nMonday,240\n'.repeat(200))),
    await agent.file('report.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n'.padEnd(482_000, ' '))),
  ];
  await agent.post('/events', {
    ...{ type: 'message', conversation_id: conversationId, media_ids: files },
    text: 'The figures, and the report as it goes out. Shall I send it to everybody?',
    quick_replies: [{ text: 'Send it' }, { text: 'Only to the board' }, { text: 'Not yet' }],
  });
  await page.getByRole('button', { name: 'Only to the board' }).waitFor();
  await take('files');
  await agent.remove();
}
