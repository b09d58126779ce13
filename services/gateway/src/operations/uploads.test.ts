import { randomUUID } from 'node:crypto';
import { useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';

const bench = useGateway();

const CSV = Buffer.from('a,b\n1,2\n');

function send({ auth }: TestAgent, { key = randomUUID(), body = CSV, type = 'text/csv' } = {}) {
  const headers = { ...auth, 'content-type': type, 'idempotency-key': key };
  return bench.call('POST', '/api/agent/media?name=a.csv', { headers, body });
}

describe('a file with an Idempotency-Key', () => {
  it('stays once, though it comes twice at one instant and again, and one that is refused leaves nothing', async () => {
    const agent = await bench.addAgent();
    const key = randomUUID();
    const answers = await Promise.all([send(agent, { key }), send(agent, { key })]);
    answers.push(await send(agent, { key }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => String(body.media_id))).size).toBe(1);
    const replayed = answers.map(({ headers }) => headers['idempotent-replayed']);
    expect(replayed.filter((value) => value === 'true')).toHaveLength(2);
    expect((await send(agent, { key, body: Buffer.from('another') })).status).toBe(422);
    expect(await bench.mediaFiles()).toEqual([answers[0]?.body.media_id]);
    expect(await bench.store.prisma.media.count()).toBe(1);
  });

  it('stays once of very many that come at one instant, also where some are told to come again', async () => {
    const agent = await bench.addAgent();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(agent, { key })));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].toSorted()).toEqual([201, 503]);
    const kept = (await send(agent, { key })).body.media_id;
    const media = await bench.store.prisma.media.findMany({ where: { agentId: agent.agentId } });
    expect(media.map(({ id }) => id)).toEqual([kept]);
  });

  it('is no form', async () => {
    const form = await send(await bench.addAgent(), { type: 'multipart/form-data; boundary=x' });
    expect(form).toMatchObject({ status: 415, body: { detail: 'The body must be the file, and no form' } });
  });
});
