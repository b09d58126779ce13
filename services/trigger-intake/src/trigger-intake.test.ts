import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newTriggerId } from '@svc/domain';
import { useIntake } from './intake.suite.js';
import type { RunningIntake } from './intake.suite.js';

const bench = useIntake();
let intake: RunningIntake;
beforeAll(async () => void (intake = await bench.start()));

describe('a call of the inbound webhook', () => {
  it.each(['abc', 'A'.repeat(64), "' OR 1=1", '%zz', '%00'])(
    'is not found with an id of another form, after the same work: %j',
    async (triggerId) => {
      const before = intake.lookups;
      const answer = await intake.post(triggerId);
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found' }]);
      expect(intake.lookups - before).toBe(1);
    },
  );

  it('is told to come again while the database is away', async () => {
    bench.isDatabaseAway = true;
    const answer = await intake.post(newTriggerId());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('a body', () => {
  it('is refused if it does not arrive in time, and the connection is closed', async () => {
    const triggerId = await bench.addTrigger();
    const { url } = await bench.start({ bodyArrivalMsMax: 50 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`POST /webhook/${triggerId} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/i);
  });
});

describe('a trigger id', () => {
  it('is never in a log or a metric', async () => {
    const triggerId = await bench.addTrigger();
    const unknown = newTriggerId();
    await intake.post(triggerId);
    await intake.post(triggerId, { body: '[]' });
    await intake.post(unknown);
    await fetch(`${intake.url}/webhook/${unknown}/more`);
    bench.isDatabaseAway = true;
    await intake.post(unknown);
    const log = bench.lines.join('');
    const metrics = await intake.metrics.metrics();
    expect(log).toContain('/webhook/:trigger_id');
    expect(metrics).toContain('trigger_answers_total{answer="triggered"}');
    expect(metrics).toContain('trigger_answers_total{answer="not_found"}');
    for (const written of [log, metrics]) {
      expect(written).not.toContain(triggerId);
      expect(written).not.toContain(unknown);
    }
  });
});
