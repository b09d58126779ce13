/** @any-shape The gateway alone takes files. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

const CSV = Buffer.from('a,b\n1,2\n');
const TYPE = 'text/csv';

function send(
  agent: AgentClient,
  key: string,
  { body = CSV, name = 'table.csv', type = TYPE } = {},
): Promise<HttpAnswer> {
  const headers = { 'content-type': type, 'idempotency-key': key };
  return agent.call(`/api/agent/media?name=${name}`, { method: 'POST', body, headers });
}

/** The same file in a form, whose boundary is another one each time. */
function sendForm(agent: AgentClient, key: string): Promise<HttpAnswer> {
  const boundary = `--${randomUUID()}`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), CSV, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return send(agent, key, { body, type: `multipart/form-data; boundary=${boundary}` });
}

function expectReplay(again: HttpAnswer, first: HttpAnswer): void {
  expect([again.status, again.bytes.toString()]).toEqual([201, first.bytes.toString()]);
  expect(again.headers['idempotent-replayed']).toBe('true');
}

describe('A file that is sent with an Idempotency-Key', () => {
  it('is stored once, and its repetition gets the first answer, also in another form', async () => {
    const agent = await bench.person.createAgent();
    const key = randomUUID();
    const first = await sendForm(agent, key);
    expectAnswer('uploadAgentMedia', first, 201);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expectReplay(await send(agent, key), first);
    expectReplay(await sendForm(agent, key), first);
    const { media_id } = first.body as { media_id: string };
    expect((await agent.post({ text: 'Here', media_ids: [media_id] })).status).toBe(200);
    // It is still the answer to that call, whatever has become of the file.
    expectReplay(await send(agent, key), first);
  });

  it('is refused where its key stands for another file, another name or another call', async () => {
    const agent = await bench.person.createAgent();
    const [key, ofMessage] = [randomUUID(), randomUUID()];
    const first = await send(agent, key);
    const others = [
      await send(agent, key, { body: Buffer.from('a,b\n1,3\n') }),
      await send(agent, key, { name: 'other.csv' }),
    ];
    for (const other of others) expectInvalidField(other, 'headers.idempotency-key');
    const headers = { 'idempotency-key': ofMessage };
    const sent = await agent.call('/api/agent/events', { body: { type: 'message', text: 'Hi' }, headers });
    expect(sent.status).toBe(200);
    expectInvalidField(await send(agent, ofMessage), 'headers.idempotency-key');
    expectReplay(await send(agent, key), first);
  });
});
