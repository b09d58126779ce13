import { sceneAgent } from './scene-agent.mjs';

const CHAT = { width: 800, height: 760 };

/** What an agent wrote to mislead or to hang the page, and beside it what came before. The agent is removed afterwards. */
export async function takeHostileContent({ page, base, take }) {
  const agent = await sceneAgent(page, base, { name: 'Mallory' });
  const conversationId = await agent.hear('What is new?');
  const say = (text) => agent.post('/events', { type: 'message', text, conversation_id: conversationId });
  await say(`${'|a'.repeat(4_000)}\n${'|-'.repeat(4_000)}\n${'x\n'.repeat(5_000)}`);
  await say('The page still answers, and draws what is **harmless**.');
  await say('>'.repeat(20_000));
  await page.setViewportSize(CHAT);
  await page.goto(`${base}/agents/${agent.agentId}`);
  const harmless = page.getByText('harmless', { exact: true }).last();
  await harmless.waitFor();
  await harmless.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await take('hostile-messages');
  await agent.post('/decisions', { title: 'Read this?', description: '>'.repeat(4_000) });
  await agent.post('/decisions', {
    title: 'Delete \u202Egpj.sotohp\u202C?',
    action: `pay:10 EUR${' '.repeat(450)}000`,
  });
  await agent.post('/decisions', {
    title: 'List the files?',
    action: `shell.run:ls${'\n'.repeat(300)}; rm -rf /`,
  });
  await page.goto(`${base}/inbox`);
  await page.getByText('List the files?').first().waitFor();
  await take('hostile-requests');
  await agent.remove();
}
