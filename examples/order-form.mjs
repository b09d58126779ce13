// A task that needs more than a yes: the person fills in a form. The process may be stopped and started while it waits.
import { Agent } from '@svc/agent';

const agent = new Agent();
agent.task('Order', async (run) => {
  const { item } = run.payload;
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
  const number = await run.context.once('order', () => order(item, count, delivery));
  return `Order ${number}: ${count} × ${item}, ${delivery}.`;
});
await agent.start();
console.log('The agent is ready.');

/** Here you call the shop. */
async function order(item, count, delivery) {
  return `${item.length}-${count}-${delivery.length}`;
}
