import { answerWith, eventually } from '@svc/testkit';
import type { AgentClient, AgentInfo, ReceivedDelivery } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { useOwnProduct } from './own-product.js';

/** More than the four attempts of each of the five deliveries after which the agent is in error. */
const ATTEMPTS = 24;

// Probes come late enough for the tests to ask for each.
const own = useOwnProduct({
  WEBHOOK_RETRY_DELAYS_MS: '20,30,40',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_BREAKER_ATTEMPTS: String(ATTEMPTS),
  WEBHOOK_BREAKER_PROBE_MS: '600000',
  RATE_LIMIT_USER_PER_MINUTE: '100000',
});

const agentOf = ({ agentId }: AgentClient) => own.person.agent(agentId);
type Breaker = AgentInfo['webhook_breaker'];
const until = (agent: AgentClient, what: string, fits: (found: Breaker, info: AgentInfo) => boolean) =>
  eventually(
    () => agentOf(agent),
    (info) => fits(info.webhook_breaker, info),
    { what },
  );
const probe = (agent: AgentClient) =>
  own.person.call(`/agents/${agent.agentId}/webhook/probe`, { method: 'POST' });
const idOf = ({ headers }: ReceivedDelivery) => headers['x-svc-event-id'];

/** Sends messages that fail until the breaker is open, and resolves with how many. */
async function untilOpen(agent: AgentClient): Promise<number> {
  let sent = 0;
  for (; (await agentOf(agent)).webhook_breaker === null; sent += 1) {
    await own.person.send(agent.agentId, `failing ${sent}`);
    await own.person.newestEvent(agent.agentId, 'failed');
  }
  return sent;
}

/** An agent whose webhook fails until its breaker is open, and as many held messages as asked for. */
async function withHeld(count: number) {
  const { agent, receiver } = await own.hookedAgent(answerWith(500));
  const sent = await untilOpen(agent);
  for (let place = 0; place < count; place += 1) await own.person.send(agent.agentId, `held ${place}`);
  await until(agent, 'all to be held', (breaker) => breaker?.held_events === count);
  return { agent, receiver, sent };
}

describe('Deliveries to a webhook that fails', () => {
  it('follow the specification until the agent is in error and beyond, and are held back then', async () => {
    const { agent, receiver, sent } = await withHeld(3);
    const deliveries = [...receiver.deliveries.items];
    const attemptsOf = (text: string) =>
      deliveries
        .filter(({ rawBody }) => rawBody.includes(`"${text}"`))
        .map(({ headers }) => headers['x-svc-retry-num']);
    for (let place = 0; place < sent; place += 1)
      expect(attemptsOf(`failing ${place}`)).toEqual(place < 5 ? ['0', '1', '2', '3'] : ['0']);
    expect(deliveries).toHaveLength(ATTEMPTS);
    expect(await bodyOf('getAgent', own.person.call(`/agents/${agent.agentId}`))).toMatchObject({
      ...{ status: 'error', consecutive_failures: sent },
      webhook_breaker: {
        ...{ attempts: ATTEMPTS, failures: ATTEMPTS, probes: 0, held_events: 3 },
        next_probe_at: expect.any(String),
      },
    });
  });

  it('are probed with one event, and all that is held arrives once the webhook takes it', async () => {
    // More than may be under way at once.
    const { agent, receiver } = await withHeld(10);
    receiver.deliveries.items.splice(0);
    await bodyOf('probeAgentWebhook', probe(agent));
    await until(
      agent,
      'a probe to have failed',
      (breaker, info) => breaker?.probes === 1 && breaker.held_events === 9 && info.status === 'error',
    );
    await eventually(
      () => own.person.events(agent.agentId, '?state=failed&limit=1'),
      ([newest]) => newest?.event_id === idOf(receiver.deliveries.items[0] as ReceivedDelivery),
      { what: 'the probe to have failed' },
    );
    expect(receiver.texts).toEqual(['held 0']);
    expect(await agentOf(agent)).toMatchObject({ webhook_breaker: { probes: 1 } });
    receiver.answer = answerWith(200);
    await probe(agent);
    await until(agent, 'the breaker to be closed', (breaker) => breaker === null);
    await own.person.send(agent.agentId, 'new');
    const deliveries = await receiver.deliveries.atLeast(11);
    expect(new Set(deliveries.map(idOf)).size).toBe(11);
    expect((await agentOf(agent)).status).toBe('active');
  });

  it('are held back again if as many fail as the first time', async () => {
    const { agent, receiver, sent } = await withHeld(1);
    receiver.answer = answerWith(200);
    await probe(agent);
    await until(agent, 'the breaker to be closed', (breaker) => breaker === null);
    receiver.answer = answerWith(500);
    expect(await untilOpen(agent)).toBe(sent);
    const again = { attempts: ATTEMPTS, failures: ATTEMPTS, probes: 0 };
    expect((await agentOf(agent)).webhook_breaker).toMatchObject(again);
  });

  it('go on when the owner changes the agent, and over its socket when it connects', async () => {
    const { agent } = await withHeld(2);
    const socket = await own.connect(agent);
    await socket.userMessage('held 0');
    await socket.userMessage('held 1');
    socket.terminate();
    await until(agent, 'the breaker to be closed', (breaker, info) => breaker === null && !info.online);
    const other = await withHeld(1);
    const better = await own.receive();
    await own.person.changeAgent(other.agent.agentId, { webhook_url: better.url });
    await better.deliveries.atLeast(1);
    expect(better.texts).toEqual(['held 0']);
  });
});
