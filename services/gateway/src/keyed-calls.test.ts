import { randomUUID } from 'node:crypto';
import { Signal } from '@svc/testkit';
import { useGateway } from './gateway.suite.js';
import type { TestUser } from './gateway.suite.js';

/** More than half of the connections of a gateway, which is what calls with keys share. */
const ACCOUNTS = 6;

/** Lookups of hosts that answer only when they are told to. */
const lookups = new Signal<() => void>();
const answerAll = () => lookups.items.splice(0).forEach((answer) => answer());

const resolve = async (hostname: string) => {
  await new Promise<void>((answer) => lookups.push(answer));
  if (hostname.startsWith('nowhere')) throw new Error('ENOTFOUND');
  return ['93.184.216.34'];
};
const bench = useGateway({}, { resolve });

const create = (owner: TestUser, key: string, host: string) =>
  bench.call('POST', '/api/client/agents', {
    headers: { ...owner.auth, 'idempotency-key': key },
    body: { agent_name: 'Ada', kind: 'interactive', webhook_url: `https://${host}/` },
  });

describe('A call with an Idempotency-Key that waits for the name server of somebody else', () => {
  it('keeps no other call with a key waiting, is done once, and frees its key where it is refused', async () => {
    const neighbour = await bench.addAgent();
    const owners = await Promise.all(Array.from({ length: ACCOUNTS }, () => bench.signUp()));
    const keys = owners.map(() => randomUUID());
    const host = (index: number) => (index === 0 ? 'nowhere.example.com' : 'hook.example.com');
    const waiting = owners.map((owner, index) => create(owner, keys[index] ?? '', host(index)));
    await lookups.atLeast(ACCOUNTS);
    const sent = await bench.call('POST', '/api/agent/events', {
      headers: { ...neighbour.auth, 'idempotency-key': randomUUID() },
      body: { type: 'message', text: 'Nobody is in my way' },
    });
    expect(sent.status).toBe(200);
    answerAll();
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual([422, 201, 201, 201, 201, 201]);
    const [refused, owner] = owners as [TestUser, TestUser];
    // Nothing is looked up for an answer that is kept.
    const again = await create(owner, keys[1] ?? '', host(1));
    expect([again.status, again.body]).toEqual([201, answers[1]?.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(lookups.items).toEqual([]);
    const mended = create(refused, keys[0] ?? '', 'hook.example.com');
    await lookups.atLeast(1);
    answerAll();
    expect((await mended).status).toBe(201);
  });
});
