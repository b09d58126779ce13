/** @journey A message as it is written. */
import { expectAccessible } from './axe-findings.js';
import { messagesWith, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

describe('an agent that is writing', () => {
  it('is said to be typing until its message comes', async () => {
    const { page, agent } = await bench.withAgent();
    const socket = await bench.connect(agent);
    const { conversation_id } = (await socket.ask({ text: 'Hello' })) as { conversation_id: string };
    await page.goto(`/agents/${agent.agentId}`);
    await messagesWith(page).getByText('Hello', { exact: true }).waitFor();
    const line = messagesWith(page).getByText(/ is typing…$/);
    // The page may not listen yet when the first frame is sent.
    await expectPoll(() => {
      socket.send({ type: 'typing', conversation_id });
      return line.count();
    }).toBe(1);
    await expectAccessible(page, 'an agent that is typing');
    await socket.ask({ text: 'There it is', conversation_id });
    await messagesWith(page).getByText('There it is', { exact: true }).waitFor();
    await expectPoll(() => line.count()).toBe(0);
  });
});
