import { faultBench } from './fault-bench.js';
import { Flow } from './flow.js';

/** Messages to each agent before a fault, and after it is over. */
const STEADY = 40;
const PROCESSES = { GATEWAYS: '2', HUBS: '2', DISPATCHERS: '2', SCHEDULERS: '2', INTAKES: '2' };

describe('Under a steady flow of messages to agents on sockets and on webhooks, none is lost and order is kept', () => {
  const bench = faultBench(PROCESSES);
  let flow: Flow;

  beforeAll(async () => {
    const agents = { socketAgents: 6, webhookAgents: 4 };
    flow = await Flow.open(bench.services.url, { ...agents, intervalMs: 50, webhookAnswerMs: 100 });
  });

  afterAll(() => flow?.close());

  it('when nothing fails', () => flow.through(STEADY, async () => {}));

  it.each(['gateway', 'websocket-hub', 'webhook-dispatcher', 'scheduler', 'trigger-intake'])(
    'when each %s is killed, one after the other',
    (kind) =>
      flow.through(STEADY, async () => {
        for (const member of await bench.services.members(kind)) {
          bench.services.kill(member);
          await flow.accepts(STEADY);
          await bench.services.restarted([member]);
        }
      }),
  );

  it.each([
    ['both hubs are', 'websocket-hub'],
    ['every process is', undefined],
  ])('when %s killed at once', (_name, kind) =>
    flow.through(STEADY, async () => bench.services.restarted(await bench.services.killAll(kind))),
  );

  it('when RabbitMQ comes back without its data, and every process was killed with what it had yet to publish', () =>
    flow.through(STEADY, () =>
      bench.whileAway(bench.rabbit, async () => {
        await bench.rabbit.forget();
        await bench.services.killAll();
      }),
    ));

  it('when RabbitMQ is stopped and started', () => flow.through(STEADY, () => bench.whileAway(bench.rabbit)));

  it('when PostgreSQL is stopped and started', () =>
    flow.through(STEADY, () => bench.whileAway(bench.postgres)));

  it('and in the end everything drains in time, and no process has ended but those that were killed', async () => {
    await flow.close();
    await bench.services.stop();
  });
});
