// A whole agent, to copy: it orders what its task is triggered with, once its person has said how many. Stop or kill it at any moment: its next start goes on
// with what was saved. The shop is yours: GET gives a price, POST an order number, and the same Idempotency-Key the same order.
import { Agent } from '@svc/agent';

const TASK = 'Order';
const SHOP_URL = new URL(process.env.SHOP_URL);

const agent = new Agent(); // AGENT_ID, AGENT_SECRET, AGENT_SERVICE_URL
agent.on('connected', (name) => console.log(`${name} is connected.`));

agent.on('user_message', async (m) => {
  const { runs } = await agent.tasks.runs({ status: 'running' });
  await m.reply(`You said: ${m.text}. Orders under way: ${runs.length}.`);
});

agent.task(TASK, async (run) => {
  const item = run.payload?.item;
  if (typeof item !== 'string') return run.fail('The trigger names no `item`.');
  const { price } = await run.context.once('price', () =>
    shop(`?item=${encodeURIComponent(item)}`, { signal: run.signal }),
  );
  await run.context.once('report', () =>
    run.report({
      title: `Price of ${item}`,
      text: `| Item | Price |\n| --- | ---: |\n| ${item} | ${price} € |`,
    }),
  );
  const decision = await run.ask({
    key: 'form',
    title: `Order ${item}?`,
    action: `order:${item}`,
    answerSchema: {
      type: 'object',
      properties: {
        count: { type: 'integer', title: 'How many', minimum: 1, maximum: 20 },
        delivery: { type: 'string', title: 'Delivery', enum: ['standard', 'express'], default: 'standard' },
      },
      required: ['count', 'delivery'],
    },
    proposed: { count: 2 },
  });
  if (decision.status !== 'approved') return `**${item}** was not ordered.`;
  const { count, delivery } = decision.answer;
  // If the process dies before the number is saved, the step is done again, and the shop knows its key.
  const { number } = await run.context.once('order', () =>
    shop('', {
      method: 'POST',
      headers: { 'idempotency-key': run.id },
      body: JSON.stringify({ item, count, delivery }),
      signal: run.signal,
    }),
  );
  return `Order **${number}**: ${count} × ${item}, ${delivery}.`; // completes the run; a throw fails it
});

await agent.start();
const tasks = await agent.tasks.list();
if (!tasks.some(({ name }) => name === TASK))
  await agent.tasks.create({ name: TASK, prompt: 'Order it.', schedule: 'event', retry: { max: 5 } });

async function shop(query, call) {
  const response = await fetch(new URL(query, SHOP_URL), call);
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json();
}
