/** @any-shape The gateway alone answers, from rows. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const TASKS = '/api/agent/tasks';
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('The context of a run', () => {
  const bench = useProduct();
  let agent: AgentClient;
  let runId: string;

  beforeEach(async () => {
    agent = await bench.person.createAgent();
    ({ runId } = await agent.tasks.startNew());
  });

  it('takes blocks, answers {status: ok, block_id}, and lists them in order, ids counted up', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => JSON.stringify({ step: index, sign: ' 🎉\n' }));
    const ids: number[] = [];
    for (const text of texts) {
      const answer = await agent.call(`${TASKS}/runs/${runId}/context`, { body: { text, run_id: runId } });
      expectAnswer('appendContext', answer, 200);
      expect(answer.body).toEqual({ status: 'ok', block_id: expect.any(Number) });
      ids.push((answer.body as { block_id: number }).block_id);
    }
    expect(ids).toEqual(texts.map((_, index) => ids[0]! + index));
    const listed = await agent.call(`${TASKS}/runs/${runId}/context`);
    expectAnswer('listContext', listed, 200);
    const { blocks } = listed.body as { blocks: { created_at: string }[] };
    expect(listed.body).toEqual({
      run_id: runId,
      blocks: texts.map((text, index) => ({
        ...{ id: ids[index], text, created_at: expect.stringMatching(ISO_UTC) },
      })),
    });
    const times = blocks.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  });

  it('is deleted when the run ends, and takes nothing more: 409', async () => {
    await agent.tasks.append(runId, 'Scratch');
    await agent.tasks.complete(runId, { status: 'failed' });
    expect(await agent.tasks.blocks(runId)).toEqual([]);
    expectRefusal(await agent.call(`${TASKS}/runs/${runId}/context`, { body: { text: 'Late' } }), 409);
  });
});
