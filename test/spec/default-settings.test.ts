/** @waits-for-real-time A moment has to come that is as far ahead as the product may take to stop. */
/** @each-shape Each shape has defaults of its own, and starts in its own way. */
import { answerWith, eventually, httpCall } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

/** The default of the decision "Rate limits", a minute. */
const SIGN_INS_MAX = 30;

/** What the product may take to stop, beyond which it ends itself and `stop()` fails, and what is left for creating a task, in milliseconds. */
const [STOP_MS_MAX, CREATE_MS_MAX] = [10_000, 10_000];

/** A product of its own with the times and limits that it has by itself, which is stopped and started. */
describe('With nothing configured', () => {
  // Loopback is what the embedded default lets through by itself; the services do not. Passwords cost here what they cost everybody.
  const own = useOwnProduct({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', NODE_OPTIONS: '' });

  it('the first retry of a webhook follows after 30 s', async () => {
    const { agent, receiver } = await own.hookedAgent(answerWith(500));
    await own.person.send(agent.agentId, 'Later');
    const log = () => own.person.events(agent.agentId);
    const [event] = await eventually(log, (events) => (events[0]?.next_attempt_at ?? null) !== null);
    const waitMs =
      Date.parse(event?.next_attempt_at ?? '') - Date.parse(event?.attempts[0]?.started_at ?? '');
    expect(waitMs).toBeGreaterThanOrEqual(30_000);
    // The first attempt itself takes its time on a busy machine. The second wait would be 60 s.
    expect(waitMs).toBeLessThan(60_000);
    expect(receiver.deliveries.items).toHaveLength(1);
  });

  it('SIGTERM closes sockets with 1012 and drains within 10 s; the next start finds its data again', async () => {
    const agent = await own.person.createAgent({ agent_name: 'Survivor' });
    const { conversation_id } = await own.person.send(agent.agentId, 'Before the restart');
    await own.person.newestEvent(agent.agentId, 'waiting');
    const other = await own.person.createAgent();
    const socket = await other.connect();

    await own.product.stop();
    expect(await socket.closed()).toMatchObject({ code: 1012 });
    // A start without the key would lose what it has sealed.
    const withAnother = own.product.start({ SECRETS_KEY: '0'.repeat(64) });
    await expect(withAnother).rejects.toThrow(/SECRETS_KEYS lack the key [0-9a-f]{8}/);
    await own.product.start();

    const again = await agent.connect();
    expect(await again.userMessage('Before the restart')).toMatchObject({ conversation_id });
    expect(await own.person.history(conversation_id)).toHaveLength(1);
    await again.close();
  });

  it('a task that came due during downtime fires once, for the moment that it was due', async () => {
    const agent = await own.person.createAgent();
    const runAtMs = Date.now() + CREATE_MS_MAX + STOP_MS_MAX;
    const run_at = new Date(runAtMs).toISOString();
    const { id } = await agent.tasks.create({ schedule: 'once', run_at });
    await own.product.stop();
    expect(Date.now()).toBeLessThan(runAtMs);
    await new Promise((resolve) => setTimeout(resolve, runAtMs - Date.now()));
    await own.product.start();
    const due = () => agent.tasks.due();
    await eventually(due, ({ length }) => length === 1, { what: 'the task to be due' });
    expect(await agent.tasks.due()).toMatchObject([{ id }]);
    expect(await own.person.tasks.runs(id)).toMatchObject([
      { origin: 'schedule', scheduled_for: run_at, status: 'pending' },
    ]);
  });

  it('an address gets 429 with Retry-After after 30 sign-ins in a minute', async () => {
    // An address that nobody has signed up from: what is counted outlives a restart.
    const headers = { 'x-forwarded-for': '198.51.100.30' };
    const signIn = (body: unknown) =>
      httpCall(`${own.product.url}/api/auth/sign-in/email`, { body, headers });
    // Refused before a password is looked at, which would cost the most time here; counted all the same.
    for (let count = 0; count < SIGN_INS_MAX; count += 1) expect((await signIn({})).status).toBe(422);
    const refused = await signIn({ email: 'nobody@example.org', password: 'a password' });
    expectRefusal(refused, 429, 'Too many requests');
  });
});
