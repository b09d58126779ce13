import { CONTEXT_BLOCKS_PER_RUN_MAX } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { addStarted } = bench;

async function run() {
  const { agent, runId } = await addStarted();
  const append = (text: string) => bench.store.contextBlocks.append({ runId, agentId: agent.agentId, text });
  return { runId, append };
}

describe('context blocks', () => {
  it('are refused beyond the thousandth', async () => {
    const { runId, append } = await run();
    await bench.sql`INSERT INTO context_block (run_id, id, text) SELECT ${runId}, n, 'x'
      FROM generate_series(1, ${CONTEXT_BLOCKS_PER_RUN_MAX - 1}::int) n`;
    expect(await append('x')).toMatchObject({ blockId: CONTEXT_BLOCKS_PER_RUN_MAX });
    await expect(append('x')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are refused when all of them together would be too long, whatever their number', async () => {
    const { runId, append } = await run();
    await bench.sql`INSERT INTO context_block (run_id, id, text) SELECT ${runId}, n, repeat('€', 65536)
      FROM generate_series(1, 21) n`;
    const room = 4 * 1024 * 1024 - 21 * 3 * 65_536;
    await expect(append('x'.repeat(room + 1))).rejects.toMatchObject({ code: 'conflict' });
    expect(await append('x'.repeat(room))).toMatchObject({ blockId: 22 });
  });
});
