import { describe, expect, it } from '@jest/globals';
import { CONTEXT_BLOCKS_PER_RUN_MAX } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';

const bench = useStore();
const { addTask, eventOf, fire, statusOf } = taskBuilders(bench);

async function run() {
  const agent = await bench.addAgent();
  const task = await addTask(agent);
  const started = await bench.store.runs.start(task.taskId, agent.agentId);
  return { ...agent, task, runId: started?.runId ?? '' };
}

describe('context blocks', () => {
  it('are numbered from 1 without gaps, however many are appended at once', async () => {
    const { runId, agentId } = await run();
    const appended = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        bench.store.contextBlocks.append({ runId, agentId, text: `${n}` }),
      ),
    );
    const ids = appended.map((block) => block.blockId).sort((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    const blocks = await bench.store.contextBlocks.listOf(runId, { agentId });
    expect(blocks?.map((block) => block.blockId)).toEqual(ids);
    const times = blocks?.map((block) => block.createdAt.getTime());
    expect(times).toEqual(times?.toSorted((a, b) => a - b));
  });

  it('make a pending run running, and its event needs no delivery any more', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    const { runId } = await fire(task);
    const append = () => bench.store.contextBlocks.append({ runId, agentId: agent.agentId, text: 'x' });
    expect(await append()).toEqual({ blockId: 1, begunTaskId: task.taskId });
    expect(await statusOf(runId)).toBe('running');
    expect(await eventOf(runId)).toMatchObject({ state: 'delivered', channel: 'poll' });
    expect(await append()).toEqual({ blockId: 2, begunTaskId: null });
  });

  it('are refused by a finished run, and gone from it', async () => {
    const { runId, agentId } = await run();
    const appending = Array.from({ length: 10 }, () =>
      bench.store.contextBlocks.append({ runId, agentId, text: 'x' }).catch(() => null),
    );
    await bench.store.runCompletions.complete({ runId, agentId, status: 'completed', summary: null });
    await Promise.all(appending);
    expect(await bench.store.contextBlocks.listOf(runId, { agentId })).toEqual([]);
    await expect(bench.store.contextBlocks.append({ runId, agentId, text: 'x' })).rejects.toMatchObject({
      code: 'conflict',
      detail: 'The run is already completed',
    });
  });

  it('are refused beyond the thousandth', async () => {
    const { runId, agentId } = await run();
    await bench.sql(
      `INSERT INTO context_block (run_id, id, text) SELECT $1, n, 'x' FROM generate_series(1, $2::int) n`,
      [runId, CONTEXT_BLOCKS_PER_RUN_MAX - 1],
    );
    expect(await bench.store.contextBlocks.append({ runId, agentId, text: 'x' })).toMatchObject({
      blockId: CONTEXT_BLOCKS_PER_RUN_MAX,
    });
    await expect(bench.store.contextBlocks.append({ runId, agentId, text: 'x' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('are refused when all of them together would be too long, whatever their number', async () => {
    const { runId, agentId } = await run();
    await bench.sql(
      `INSERT INTO context_block (run_id, id, text) SELECT $1, n, repeat('€', 65536) FROM generate_series(1, 21) n`,
      [runId],
    );
    const room = 4 * 1024 * 1024 - 21 * 3 * 65_536;
    const append = (text: string) => bench.store.contextBlocks.append({ runId, agentId, text });
    await expect(append('x'.repeat(room + 1))).rejects.toMatchObject({ code: 'conflict' });
    expect(await append('x'.repeat(room))).toMatchObject({ blockId: 22 });
  });

  it('are neither written nor read by another agent', async () => {
    const { runId } = await run();
    const { agentId } = await bench.addAgent();
    await expect(bench.store.contextBlocks.append({ runId, agentId, text: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await bench.store.contextBlocks.listOf(runId, { agentId })).toBeNull();
  });
});
