import { AgentClient } from '@svc/testkit';
import { baseUrl, CLIPBOARD, useBrowser } from './browser-bench.js';
import { copied } from './clipboard.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

describe('agents in the console', () => {
  it('are made with a secret that is shown once and programs that work as they are pasted', async () => {
    const { page } = await bench.signedIn(CLIPBOARD);
    await page.goto('/');
    await page.getByRole('link', { name: 'New agent' }).first().click();
    await page.getByLabel('Name').fill('Mailbox');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Mailbox is ready' }).waitFor();

    const agentId = await copied(page, 'Copy agent id');
    const secret = await copied(page, 'Copy secret');
    expect([agentId, secret]).toEqual([
      expect.stringMatching(/^agt_[0-9a-f]+$/),
      expect.stringMatching(/^svc_[0-9a-f]{40}$/),
    ]);
    for (const language of ['TypeScript', 'Python', 'curl']) {
      await page.getByRole('tab', { name: language }).click();
      const code = page.getByRole('region', { name: `${language} code` });
      for (const part of [agentId, secret, new URL(baseUrl).host])
        await expectPoll(() => code.innerText()).toContain(part);
    }

    // The page says so when the program connects.
    await page.getByText('Not connected yet').waitFor();
    await bench.connect(new AgentClient(baseUrl, { agentId, secret }));
    await page.getByText('Connected', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Open the chat' }).click();
    await page.getByText('Say hello to Mailbox').waitFor();
    await page.goBack();
    await page.getByText('The secret was shown once.').waitFor();
    await page.getByRole('link', { name: 'New agent' }).first().click();
    await expectPoll(() => page.getByLabel('Name').inputValue()).toBe('');
    await page.getByLabel('Name').fill('Second');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Second is ready' }).waitFor();
    const secrets = [secret, await copied(page, 'Copy secret')];
    // Who comes back, or reloads, finds the programs again, without its secret or another's.
    for (const again of [() => page.goBack(), () => page.reload()]) {
      await again();
      await page.getByRole('heading', { name: 'Mailbox is ready' }).waitFor();
      await page.getByText('The secret was shown once.').waitFor();
      for (const each of secrets) await expectPoll(() => page.content()).not.toContain(each);
    }
  });

  it('are listed with their last message, and a mark until it is looked at', async () => {
    const { page, agent, createAgent } = await bench.withAgent();
    await createAgent({ agent_name: 'Quiet' });
    await createAgent({ agent_name: 'A name of many words '.repeat(4).trim() });
    await page.goto('/');
    const states = page.getByRole('main').getByText('Offline', { exact: true });
    await expectPoll(() => states.count()).toBe(3);
    const heights = await states.evaluateAll((all) => all.map((state) => state.clientHeight));
    expect(new Set(heights).size).toBe(1);
    const row = page.getByRole('navigation', { name: 'Agents' }).getByRole('link', { name: /Mailbox/ });
    await row.getByText('No recent messages').waitFor();
    await agent.send({ text: 'There is **news** for you' });
    await row.getByText('There is news for you').waitFor();
    await row.getByText('new message').waitFor();
    // The one with the newest message comes first.
    const names = page.getByRole('navigation', { name: 'Agents' }).getByRole('link');
    await expectPoll(() => names.first().innerText()).toContain('Mailbox');
    await row.click();
    await page.getByRole('region', { name: 'Messages with Mailbox' }).getByText('news').waitFor();
    await row.getByText('new message').waitFor({ state: 'detached' });
  });
});
