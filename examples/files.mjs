// It sums up a table that the person sends, and answers with a file.
import { Agent } from '@svc/agent';

const agent = new Agent();
agent.on('user_message', async (m) => {
  const [table] = m.files.filter(({ contentType }) => contentType === 'text/csv');
  if (table === undefined) return void (await m.reply('Send me a table (CSV).'));
  const [head, ...rows] = (await table.text()).trim().split('\n');
  const sum = rows.reduce((total, row) => total + Number(row.split(',').at(-1)), 0);
  await m.reply({
    text: `**${table.name}** has ${rows.length} rows. The sum is ${sum}.`,
    files: [{ name: `sum-of-${table.name}`, data: `${[head, ...rows, `sum,${sum}`].join('\n')}\n` }],
  });
});
await agent.start();
