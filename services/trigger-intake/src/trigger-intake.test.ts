import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { newTriggerId } from '@svc/domain';
import { createLogger, readEnvironment } from '@svc/runtime';
import type { TriggerOutcome } from '@svc/store';
import { listening } from '@svc/testkit';
import { Registry } from 'prom-client';
import { composeTriggerIntake } from './compose.js';
import type { TriggerIntakeDependencies } from './compose.js';
import { readTriggerIntakeConfig } from './env.js';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** An intake whose store gives these answers, one after another, and no more. */
async function serve(outcomes: TriggerOutcome[], bounds: { bodyArrivalMsMax?: number } = {}) {
  const [answers, metrics, lines] = [[...outcomes], new Registry(), [] as string[]];
  const destination = { write: (line: string) => void lines.push(line) };
  async function accept(): Promise<TriggerOutcome> {
    const outcome = answers.shift();
    if (outcome === undefined) throw new Error('Connection terminated');
    return outcome;
  }
  const { listener } = composeTriggerIntake(
    { ...readEnvironment({}, readTriggerIntakeConfig), ...bounds },
    {
      store: { triggerIntake: () => ({ accept }) } as unknown as TriggerIntakeDependencies['store'],
      ...{ announcer: { announce: () => {} }, hints: { runChanged: () => {} }, metrics },
      logger: createLogger({ service: 'test', level: 'trace', destination }),
    },
  );
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  servers.push(server);
  const { url } = await listening(server);
  const post = async (triggerId: string, body = '{}') => {
    const { status, headers } = await fetch(`${url}/webhook/${triggerId}`, { method: 'POST', body });
    return [status, headers.get('retry-after')];
  };
  return { url, post, answers, metrics, lines };
}

describe('a call of the inbound webhook', () => {
  it.each(['abc', 'A'.repeat(64), "' OR 1=1", '%zz', '%00'])(
    'is not found with an id of another form, after the same work: %j',
    async (triggerId) => {
      const { post, answers } = await serve([{ status: 'unknown' }]);
      expect([await post(triggerId), answers]).toEqual([[404, null], []]);
    },
  );

  it('is told to come again while the database is away', async () => {
    expect(await (await serve([])).post(newTriggerId())).toEqual([503, '1']);
  });

  it('is refused if its body does not arrive in time, and the connection is closed', async () => {
    const { url } = await serve([], { bodyArrivalMsMax: 50 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`POST /webhook/${newTriggerId()} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/i);
  });

  it('leaves the id of its trigger in no log and no metric', async () => {
    const { url, post, metrics, lines } = await serve([
      { status: 'duplicate', runId: 'run_1' },
      { status: 'unknown' },
      { status: 'ready' },
    ]);
    const triggerId = newTriggerId();
    for (const body of ['{}', '{}', '[]', '{}']) await post(triggerId, body);
    await fetch(`${url}/webhook/${triggerId}/more`);
    const log = lines.join('');
    const shown = await metrics.metrics();
    expect(log).toContain('/webhook/:trigger_id');
    for (const answer of ['duplicate', 'not_found', 'invalid_request', 'unavailable'])
      expect(shown).toContain(`trigger_answers_total{answer="${answer}"} 1`);
    expect(log + shown).not.toContain(triggerId);
  });
});
