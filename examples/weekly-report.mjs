// A report that is sent once a person has approved it. The orders are invented; put your own in their place.
import { Agent } from '@svc/agent';

const agent = new Agent(); // AGENT_ID, AGENT_SECRET, AGENT_SERVICE_URL
agent.on('user_message', (m) => m.reply(`You said: ${m.text}`));
agent.task('Weekly report', async (run) => {
  const orders = await run.context.once('orders', () => fetchOrders(run.signal));
  await run.report({ title: 'Week 9', description: `${orders.length} orders`, text: table(orders) });
  const answer = await run.ask({
    key: 'send',
    title: 'Send the offer?',
    action: 'mail.send:ada@example.org',
  });
  if (answer.status !== 'approved') return run.fail(answer.note);
  return 'Offer **sent**.'; // completes the run; a throw fails it
});
await agent.start();

/** Hand `signal` to whatever takes long, such as `fetch`. */
async function fetchOrders(signal) {
  signal.throwIfAborted();
  return [
    { item: 'Door', price: 420 },
    { item: 'Window', price: 180 },
  ];
}

function table(orders) {
  const rows = orders.map(({ item, price }) => `| ${item} | ${price} € |`);
  return ['| Item | Price |', '| --- | ---: |', ...rows].join('\n');
}
