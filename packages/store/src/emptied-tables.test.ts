import { useStore } from './store.suite.js';

const bench = useStore();

it('a statement that was planned while its tables were empty scans none of them once they have filled', async () => {
  await bench.sql('VACUUM ANALYZE');
  for (let n = 0; n < 20; n += 1) {
    const agent = await bench.addAgent();
    await bench.connect(agent.agentId);
    const runId = await bench.trigger(await bench.addTask(agent, { schedule: 'event' }));
    const { eventId } = await bench.addMessage(agent);
    await bench.store.channels.websocket.receive(eventId);
    await bench.complete(agent, runId);
    await bench.request(agent);
  }
  // A connection that ends tells the server's statistics what it has read.
  await bench.store.close();
  // A hub looks for its slot among all.
  const scanned = await bench.sql`SELECT relname, seq_tup_read FROM pg_stat_user_tables
    WHERE seq_tup_read > 0 AND relname <> 'hub'`;
  expect(scanned).toEqual([]);
});
