import { randomUUID } from 'node:crypto';
import { httpCall, Person, tinyPng, WebhookReceiver } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { addressOf, CALLS, inGroups, nearly } from './described-calls.js';
import type { DescribedCall, IdKind, IdParameter } from './described-calls.js';
import { furnish, furnishAgent } from './household.js';
import type { Household } from './household.js';
import { useOwnProduct } from './own-product.js';

/** In all names and texts of the owner, and nowhere else. */
const OWNERS_WORD = 'zenobia';

/** Doors without a credential, why, and what somebody gets there who knows nothing. Any other operation is 401 without one. */
const PUBLIC: Record<string, [status: number, why: string]> = {
  fireTrigger: [404, 'the id of the trigger is the credential, which systems of others are given'],
  beginDeviceLogin: [200, 'a program without a key begins here; a person has to say yes'],
  exchangeDeviceCode: [400, 'the code is the credential, which the program has got'],
  getErasure: [404, 'whoever has erased the account cannot sign in any more; the answer names nobody'],
};

/** Reading changes what is read, so these are no part of the state that is compared. */
const READS_THAT_WRITE = {
  getExportFile: 'the audit log says that it was fetched',
  listOwnEvents: 'events count as handed out',
  listPendingTriggers: 'triggers are leased',
};

/** Bodies where the example of the document does not fit this household. */
const BODIES: Record<string, object> = {
  // The examples name a host that nobody can look up.
  createAgent: { agent_name: 'Mailbox', kind: 'interactive' },
  // The example's number is beyond the newest event.
  acknowledgeEvents: { upto: 0 },
};

/** Calls whose body is no JSON. */
const OTHER_BODIES: Record<string, { type: string; body: Buffer }> = {
  uploadAgentMedia: { type: 'image/png', body: tinyPng() },
  uploadMedia: { type: 'image/png', body: tinyPng() },
  streamAgentMessage: {
    type: 'application/x-ndjson',
    body: Buffer.from('{"type":"message_delta","text":"Good morning."}\n{"type":"message_end"}\n'),
  },
};

type Ids = Record<IdKind, string>;
type Headers = Record<string, string>;

/** A call of somebody, with all that it must name. */
interface Attempt {
  call: DescribedCall;
  headers: Headers;
  ids: Ids;
  /** The id at one parameter, which may be one that need not be given. */
  instead?: { parameter: IdParameter; id: string };
  /** The fields that the body leaves out are null. */
  hasNulls?: boolean;
}

describe('Every operation of the document', () => {
  const own = useOwnProduct({
    RATE_LIMIT_AUTH_PER_MINUTE: '100000',
    RATE_LIMIT_USER_PER_MINUTE: '100000',
    RATE_LIMIT_AGENT_PER_MINUTE: '100000',
    RATE_LIMIT_FAILED_CREDENTIALS_PER_MINUTE: '100000',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  let owner: Household;
  /** Another user, who also has one of everything. */
  let other: Household;
  /** Another agent of the owner, which has one of everything. */
  let sibling: Pick<Household, 'agent' | 'ids'>;
  /** Someone who has an account and nothing else. */
  let guest: Person;
  let before: Record<string, unknown>;
  let receiver: WebhookReceiver;

  afterAll(() => receiver?.close());

  beforeAll(async () => {
    const [second, third, fourth, fifth] = (await Promise.all(
      Array.from({ length: 4 }, () => Person.signUp(own.product.url)),
    )) as [Person, Person, Person, Person];
    guest = fifth;
    // Only where sign-up is closed are there invitations.
    await own.product.stop();
    await own.product.start({ SIGN_UP: 'closed' });
    const { url } = own.product;
    receiver = await WebhookReceiver.open();
    BODIES['testAgentWebhook'] = { webhook_url: receiver.url };
    const asking = { client_name: 'svc', scopes: ['read'] };
    const { body: codes } = await httpCall(`${url}/api/auth/device/code`, { body: asking });
    const { user_code } = codes as { user_code: string };
    BODIES['findDeviceLogin'] = { user_code };
    BODIES['resolveDeviceLogin'] = { user_code, approved: false };
    [owner, other] = await Promise.all([
      furnish(url, { person: own.person, leaver: third, word: OWNERS_WORD }),
      furnish(url, { person: second, leaver: fourth, word: 'bertrand' }),
    ]);
    const beside = await furnishAgent(url, own.person, 'sibling');
    sibling = { agent: beside.agent, ids: { ...owner.ids, ...beside.ids } };
    before = await stateOfOwner();
  });

  it('refuses a stranger in one way, whatever the call names', async () => {
    const guarded = CALLS.filter(({ operationId }) => !Object.hasOwn(PUBLIC, operationId));
    expect(guarded.filter(({ api }) => api === 'public')).toEqual([]);
    await inGroups(guarded, async (call) => {
      for (const ids of [owner.ids, unknownOf(owner.ids)])
        expectRefusal(await make({ call, ids, headers: {} }), 401, NOBODY);
    });
  });

  it('that is open to all asks for an id that nobody can guess, and shows what it documents', async () => {
    const open = CALLS.filter(({ api }) => api === 'public');
    expect(idsOf(open)).toEqual(Object.keys(PUBLIC).sort());
    for (const call of open) {
      const answer = await make({ call, ids: unknownOf(owner.ids), headers: {} });
      expect([call.operationId, answer.status]).toEqual([call.operationId, PUBLIC[call.operationId]?.[0]]);
      expectNothingOfOwner(answer);
    }
    // The same payload again starts nothing.
    await bodyOf('fireTrigger', own.fire(owner.ids.trigger, { order: OWNERS_WORD }));
    await bodyOf('getErasure', httpCall(`${own.product.url}/api/client/erasures/${owner.ids.ers}`));
    // Files have no operation in the document. Whoever has a link to one may read it.
    expect((await httpCall(owner.imageUrl)).status).toBe(200);
    const [, start = '', type = ''] = /^(.*)([.]\w+)$/.exec(owner.imageUrl) ?? [];
    expectRefusal(await httpCall(nearly(start) + type), 404, 'Not found');
  });

  it('hides what the owner has from another user', () =>
    expectHidden('client', { headers: other.person.credentials, ids: other.ids }));

  it('hides what an agent has from an agent of another user, and from another agent of its own', async () => {
    for (const { agent, ids } of [other, sibling])
      await expectHidden('agent', { headers: agent.credentials, ids });
  });

  it('shows nothing of the owner where a call of somebody else names nothing of theirs', async () => {
    const erasure = CALLS.filter(({ operationId }) => operationId === 'eraseAccount');
    const plain = CALLS.filter(
      (call) => isOfSomebody(call) && call.idParameters.every((parameter) => !isNeeded(call, parameter)),
    );
    const reads = CALLS.filter(({ api, method }) => api !== 'public' && method === 'GET');
    const asked = [...new Set([...plain, ...reads])].filter((call) => !erasure.includes(call));
    const ask = async (call: DescribedCall, caller: Pick<Attempt, 'headers' | 'ids'>) => {
      const answer = await make({ call, ...caller });
      expect([call.operationId, answer.status, isDone(answer.status)]).toContain(true);
      expectNothingOfOwner(answer);
    };
    await inGroups(asked, async (call) => {
      const isRead = call.method === 'GET';
      const person = isRead ? other.person : guest;
      if (call.api === 'client') return ask(call, { headers: person.credentials, ids: other.ids });
      // What the owner's other agent writes belongs to the owner.
      for (const { agent, ids } of isRead ? [other, sibling] : [other])
        await ask(call, { headers: agent.credentials, ids });
    });
    // It ends the session, so it comes last.
    for (const call of erasure) await ask(call, { headers: guest.credentials, ids: other.ids });
  });

  it('refuses the credentials of the other kind', async () => {
    const { agent, person } = owner;
    const forUsers = [agent.credentials, { authorization: `Bearer ${agent.secret}` }];
    const forAgents = [
      person.credentials,
      byCookie(person),
      { 'x-svc-agent-id': agent.agentId, 'x-svc-secret': person.token },
      // Another agent's secret proves nothing, whose ever it is.
      { 'x-svc-agent-id': agent.agentId, 'x-svc-secret': other.agent.secret },
      { 'x-svc-agent-id': agent.agentId, 'x-svc-secret': sibling.agent.secret },
    ];
    await inGroups(CALLS, async (call) => {
      const wrong = { client: forUsers, agent: forAgents, public: [] }[call.api];
      for (const headers of wrong) expectRefusal(await make({ call, ids: owner.ids, headers }), 401, NOBODY);
    });
  });

  it('refuses a write that another site makes with the cookie of the owner', async () => {
    const writes = CALLS.filter(({ api, method }) => api === 'client' && method !== 'GET');
    const headers = { ...byCookie(owner.person), 'sec-fetch-site': 'cross-site' };
    await inGroups(writes, async (call) =>
      expectRefusal(await make({ call, ids: owner.ids, headers }), 403, 'Cross-site request refused'),
    );
  });

  it('leaves what the owner has as it was', async () => {
    expect(await stateOfOwner()).toEqual(before);
  });

  // Without this, a call that is refused because it is wrong would prove nothing.
  it('takes the same call, with null for what it leaves out, from whom the things belong to, and a POST with its key again does nothing more', async () => {
    const callers = {
      agent: { headers: sibling.agent.credentials, ids: sibling.ids },
      client: { headers: owner.person.credentials, ids: owner.ids },
    };
    const repeated = new Set<string>();
    for (const call of CALLS.toSorted((one, two) => placeInLife(one) - placeInLife(two))) {
      if (call.api === 'public') continue;
      const { headers, ids } = callers[call.api];
      const optional = call.idParameters.filter((parameter) => !isNeeded(call, parameter));
      const named = optional.map((parameter) => ({ parameter, id: ids[parameter.kind] }));
      for (const instead of [...named, undefined]) {
        const keyed = { ...headers, ...(takesKey(call) && { 'idempotency-key': randomUUID() }) };
        const attempt = { call, headers: keyed, ids, hasNulls: true, ...(instead && { instead }) };
        const answer = await make(attempt);
        const isTaken = isDone(answer.status) || answer.status === 409;
        if (!isTaken) throw new Error(`${call.operationId}: ${answer.status} ${answer.bytes.toString()}`);
        if (!takesKey(call) || !isDone(answer.status)) continue;
        expectSame(call, answer, await make(attempt));
        repeated.add(call.operationId);
      }
    }
    expect([...repeated].sort()).toEqual(idsOf(CALLS.filter(takesKey)));
  });

  /** At each parameter of each call: an id of the owner gets the answer that an unknown id gets. */
  async function expectHidden(api: 'agent' | 'client', caller: Pick<Attempt, 'headers' | 'ids'>) {
    const attempts = CALLS.filter((call) => call.api === api).flatMap((call) =>
      call.idParameters.map((parameter) => ({ call, parameter })),
    );
    expect(attempts.length).toBeGreaterThan(10);
    await inGroups(attempts, async ({ call, parameter }) => {
      const id = owner.ids[parameter.kind];
      expect(id).not.toBe(caller.ids[parameter.kind]);
      const theirs = await make({ call, ...caller, instead: { parameter, id } });
      const nobodys = await make({ call, ...caller, instead: { parameter, id: nearly(id) } });
      const what = `${call.operationId} with ${parameter.name} in ${parameter.in}`;
      expect([what, comparable(theirs, id)]).toEqual([what, comparable(nobodys, nearly(id))]);
      if (parameter.in === 'path') expectRefusal(theirs, 404, 'Not found');
      expectNothingOfOwner(theirs, id);
    });
  }

  function expectNothingOfOwner(answer: HttpAnswer, sent?: string) {
    const text = answer.bytes.toString('utf8');
    const secrets = [OWNERS_WORD, ...Object.values(owner.ids)].filter((each) => each !== sent);
    expect(secrets.filter((each) => text.includes(each))).toEqual([]);
  }

  /** Everything that the owner and the owner's agents can read. */
  async function stateOfOwner(): Promise<Record<string, unknown>> {
    const reads = CALLS.filter(
      ({ method, operationId }) => method === 'GET' && !Object.hasOwn(READS_THAT_WRITE, operationId),
    );
    const state: Record<string, unknown> = {};
    await inGroups(reads, async (call) => {
      const asOwner = { call, ids: owner.ids, headers: owner.person.credentials };
      const headers = call.api === 'agent' ? owner.agent.credentials : asOwner.headers;
      const answer = await make({ ...asOwner, headers });
      expect([call.operationId, answer.status]).toEqual([call.operationId, 200]);
      // Links begin anew, and agents of the owner poll here.
      const links = answer.bytes.toString('utf8').replaceAll(/\/media\/\d+\.[\w-]{43}\//g, '/media/');
      const text = links.replaceAll(/"last_polled_at":"[^"]+"/g, '"last_polled_at":null');
      state[call.operationId] = JSON.parse(text);
    });
    return state;
  }

  function make({ call, headers, ids, instead, hasNulls = false }: Attempt): Promise<HttpAnswer> {
    const idAt = (parameter: IdParameter) =>
      instead?.parameter === parameter ? instead.id : ids[parameter.kind];
    const used = call.idParameters.filter(
      (parameter) => instead?.parameter === parameter || isNeeded(call, parameter),
    );
    const at = (where: IdParameter['in']) =>
      used
        .filter((parameter) => parameter.in === where)
        .map((parameter) => [parameter.name, idAt(parameter)] as const);
    const url = own.product.url + addressOf(call, idAt, Object.fromEntries(at('query')));
    const example = sentBodyOf(call);
    // The messages of `/mcp` are JSON-RPC's, which has no null there.
    const takesNulls = hasNulls && call.operationId !== 'callMcp';
    const nulls = takesNulls ? call.optionalFields.map((name) => [name, null] as const) : [];
    const body = example && Object.fromEntries([...nulls, ...Object.entries(example), ...at('body')]);
    const other = OTHER_BODIES[call.operationId];
    if (other === undefined) return httpCall(url, { method: call.method, headers, body });
    return httpCall(url, { headers: { ...headers, 'content-type': other.type }, body: other.body });
  }
});

/** Calls that take no `Idempotency-Key`, and why. Any other POST that has a caller takes one. */
const WITHOUT_KEY = {
  eraseAccount: 'afterwards there is no caller who could ask again',
  callMcp: 'programs that speak this protocol name no keys; ask_decision has one among its arguments',
};

/** A program that waits for whoever has its code belongs to nobody before. */
function isOfSomebody({ api, operationId }: DescribedCall): boolean {
  return api !== 'public' && !operationId.endsWith('DeviceLogin');
}

function takesKey({ method, api, operationId }: DescribedCall): boolean {
  return method === 'POST' && api !== 'public' && !Object.hasOwn(WITHOUT_KEY, operationId);
}

function expectSame({ operationId }: DescribedCall, first: HttpAnswer, again: HttpAnswer): void {
  const of = ({ status, bytes }: HttpAnswer) => [operationId, status, bytes.toString()];
  expect(of(again)).toEqual(of(first));
  const marks = [first, again].map(({ headers }) => headers['idempotent-replayed']);
  expect([operationId, ...marks]).toEqual([operationId, undefined, 'true']);
}

const NOBODY = 'Missing or invalid credentials';

function sentBodyOf({ operationId, bodyExample }: DescribedCall): object | undefined {
  return Object.hasOwn(BODIES, operationId) ? BODIES[operationId] : (bodyExample as object | undefined);
}

/** Whether the call cannot be made without an id there. */
function isNeeded(call: DescribedCall, parameter: IdParameter): boolean {
  return parameter.in === 'path' || (parameter.in === 'body' && parameter.name in (sentBodyOf(call) ?? {}));
}

/** As the pages of the product send it. */
function byCookie(person: Person): Headers {
  const cookie = `better-auth.session_token=${person.token}`;
  return { cookie, 'sec-fetch-site': 'same-origin' };
}

function unknownOf(ids: Ids): Ids {
  return Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, nearly(id)])) as Ids;
}

function isDone(status: number): boolean {
  return status >= 200 && status < 300;
}

/** What is there is read and written before it is ended and deleted, and the whole after its parts. */
function placeInLife({ operationId, method }: DescribedCall): number {
  const wholes = ['deleteConversation', 'deleteAgent', 'eraseAccount'].indexOf(operationId) + 1;
  const rank = 10 * wholes + ['GET', 'POST', 'PATCH', 'DELETE'].indexOf(method);
  return ENDS.includes(operationId) ? rank + 0.5 : rank;
}

function idsOf(calls: readonly DescribedCall[]): string[] {
  return calls.map(({ operationId }) => operationId).sort();
}

/** After these a POST that names the same thing is 409. A message of the person ends buttons. */
const ENDS = ['resolveDeviceLogin', 'completeRun', 'cancelTaskRun', 'sendUserMessage'];

/** Differ between any two answers. */
const HEADERS_OF_ITS_OWN = /^(date|x-request-id|ratelimit.*|x-ratelimit.*|etag)$/;

/** An answer but for what is new in each, and for the id that was sent. */
function comparable({ status, headers, bytes }: HttpAnswer, sent: string): unknown {
  const kept = Object.entries(headers).filter(([name]) => !HEADERS_OF_ITS_OWN.test(name));
  const text = bytes
    .toString('utf8')
    .replaceAll(sent, '<sent>')
    .replaceAll(/\b[a-z]{3,4}_[0-9a-f]{32}\b/g, '<id>')
    .replaceAll(/"block_id":\d+/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  return { status, headers: Object.fromEntries(kept), text };
}
