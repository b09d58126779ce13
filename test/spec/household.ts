import { eventually, httpCall, Person, succeeded, tinyPng } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import type { IdKind } from './described-calls.js';

/** A person and an agent with one of everything. */
export interface Household {
  person: Person;
  agent: AgentClient;
  ids: Record<IdKind, string>;
  /** Of an image that the person has sent. */
  imageUrl: string;
}

/** What belongs to the person alone. */
export type PersonIdKind = 'aud' | 'ers' | 'exp' | 'inv' | 'pat';

interface FurnishedAgent {
  agent: AgentClient;
  ids: Record<Exclude<IdKind, PersonIdKind>, string>;
  imageUrl: string;
}

/**
 * Fills a household where sign-up is closed, since people can be invited only there.
 *
 * @param word stands in every name and text, and in no other household.
 * @param leaver somebody whose account is erased for it.
 */
export async function furnish(
  baseUrl: string,
  { person, leaver, word }: { person: Person; leaver: Person; word: string },
): Promise<Household> {
  const key = { name: word, scopes: ['read'], expires_in_seconds: 3_600 };
  const [ofAgent, inv, pat, ers] = await Promise.all([
    furnishAgent(baseUrl, person, word),
    person.call('/invitations', { body: { note: word } }).then((made) => idIn(made, 'invitation_id')),
    person.call('/account/keys', { body: key }).then((made) => idIn(made, 'key_id')),
    leaver
      .call('/account/erasure', { body: { password: Person.password } })
      .then((asked) => idIn(asked, 'erasure_id')),
  ]);
  const exp = idIn(await person.call('/account/exports', { method: 'POST' }), 'export_id');
  const exports = () => person.call('/account/exports');
  const isReady = ({ body }: HttpAnswer) => (body as { state: string }[])[0]?.state === 'ready';
  await eventually(exports, isReady, { what: 'the export to be ready' });
  const [entry] = await person
    .call('/account/audit')
    .then((answer) => succeeded<{ audit_id: string }[]>('The audit log', answer));
  return { ...ofAgent, person, ids: { ...ofAgent.ids, inv, pat, ers, exp, aud: entry?.audit_id ?? '' } };
}

/** Another agent of a person, with one of everything that agents have. */
export async function furnishAgent(baseUrl: string, person: Person, word: string): Promise<FurnishedAgent> {
  const agent = await person.createAgent({ agent_name: word });
  const images = [tinyPng().toString('base64')];
  const sent = await person.send(agent.agentId, { text: word, images });
  const [shown] = await person.history(sent.conversation_id);
  const { conversation_id } = sent;
  const msg = await agent.send({ text: word, conversation_id, quick_replies: [{ text: word }] });
  const task = await agent.tasks.createTriggered({ name: word, prompt: word });
  const call = { body: { order: word } };
  succeeded('A trigger', await httpCall(`${baseUrl}/webhook/${task.trigger_id}`, call));
  const run = await agent.tasks.start(task.id);
  await agent.tasks.append(run, word);
  const { key_id: key } = await person.createKey(agent.agentId, { name: word });
  const action = `${word}.send:offer`;
  const allowed = await agent.ask({ title: word, action });
  const always = { status: 'approved', note: word, always_allow: true, always_allow_pattern: action };
  await person.resolve(allowed.decision_id, always);
  const rules = await person.call(`/decision-rules?agent_id=${agent.agentId}`);
  const pending = await agent.ask({ title: word, action: `${word}.send:bill` });
  const [event] = await person.events(agent.agentId);
  const rpl = await waitingReplay(person, agent.agentId);
  const ids = {
    agt: agent.agentId,
    conv: sent.conversation_id,
    msg,
    tsk: task.id,
    trigger: task.trigger_id,
    run,
    key,
    dec: pending.decision_id,
    rul: succeeded<{ rule_id: string }[]>('The list of rules', rules)[0]?.rule_id ?? '',
    evt: event?.event_id ?? '',
    rpl,
  };
  return { agent, ids, imageUrl: shown?.image_urls[0] ?? '' };
}

/** A replay that waits, because nothing can reach its agent: it stays as it is. */
async function waitingReplay(person: Person, agentId: string): Promise<string> {
  const body = { from: '2020-01-01T00:00:00Z' };
  const replayId = idIn(await person.call(`/agents/${agentId}/replays`, { body }), 'replay_id');
  const read = () => person.call(`/replays/${replayId}`);
  const waits = ({ body: replay }: HttpAnswer) => (replay as { waits_for: string }).waits_for === 'agent';
  await eventually(read, waits, { what: 'a replay to wait for its agent' });
  return replayId;
}

function idIn(answer: HttpAnswer, name: string): string {
  return String(succeeded<Record<string, unknown>>(`A call for its ${name}`, answer)[name]);
}
