import type { components } from '@svc/http-contract';
import { ClientSocket, eventually, httpCall } from '@svc/testkit';
import type { HttpAnswer, NewKey, NewTask, RunRecord } from '@svc/testkit';
import { WAIT_MS_MAX } from './bench.js';
import type { Bench } from './bench.js';
import { fits } from './fits.js';

type Decision = components['schemas']['Decision'];

/** Steps of the person, of the world outside, and looks at what the service shows. */
export const SERVICE_STEPS = {
  /** The person writes. `in` names a conversation; the first message there begins it. */
  async say(
    bench: Bench,
    step: string | { text: string; in?: string; file?: { name: string; text: string } },
  ) {
    const { text, in: name = 'first', file } = typeof step === 'string' ? { text: step } : step;
    const conversation = bench.conversations.get(name);
    const media = file === undefined ? undefined : await upload(bench, file);
    const sent = await bench.shared.person.send(bench.agent.agentId, {
      text,
      ...(conversation === undefined ? {} : { conversation_id: conversation }),
      ...(media === undefined ? {} : { media_ids: [media] }),
    });
    bench.conversations.set(name, sent.conversation_id);
  },

  /** The agent's newest event is so: `waiting`, `delivered`. */
  async event(bench: Bench, state: 'waiting' | 'delivered' | 'failed') {
    await bench.shared.person.newestEvent(bench.agent.agentId, state);
  },

  /** The agent's messages of a conversation, oldest first, are exactly these. `in` may be `newest`. */
  async answers(bench: Bench, step: unknown[] | { in: string; are: unknown[] }) {
    const { in: name, are } = Array.isArray(step) ? { in: 'first', are: step } : step;
    const { person } = bench.shared;
    const read = async () => {
      const [newest] =
        name === 'newest' ? await person.conversationIds(bench.agent.agentId) : [bench.conversation(name)];
      const history = newest === undefined ? [] : await person.history(newest);
      return history.filter(({ sender }) => sender === 'agent').reverse();
    };
    const wanted = are.map((each) => (typeof each === 'string' ? { text: each } : each));
    await eventually(read, (messages) => fits(messages, wanted), {
      what: 'the answers',
      waitMsMax: WAIT_MS_MAX,
    });
  },

  /** What is being written in a conversation, oldest first, is exactly this. */
  async growing(bench: Bench, step: unknown[] | { in: string; are: unknown[] }) {
    const { in: name, are } = Array.isArray(step) ? { in: 'first', are: step } : step;
    const path = `/conversations/${bench.conversation(name)}/streams`;
    const read = async () => {
      const answer = await bench.shared.person.call(path);
      expectStatus(answer, 200);
      return answer.body as unknown[];
    };
    const what = `what grows to be ${JSON.stringify(are)}`;
    await eventually(read, (shown) => fits(shown, are), { what, waitMsMax: WAIT_MS_MAX });
  },

  /** The person opens a console. */
  async watch(bench: Bench) {
    const console = await ClientSocket.open(bench.shared.baseUrl);
    bench.console = console;
    await console.authenticate(bench.shared.person.token);
  },

  /** The open console hears of this, about the agent. */
  async sees(bench: Bench, wanted: object) {
    const hasCome = (frame: object) => fits(frame, { agent_id: bench.agent.agentId, ...wanted });
    await bench.console?.frames.first(hasCome, JSON.stringify(wanted));
  },

  /** The person deletes a conversation. */
  async delete_conversation(bench: Bench, name: string | null) {
    const path = `/conversations/${bench.conversation(name ?? 'first')}`;
    expectStatus(await bench.shared.person.call(path, { method: 'DELETE' }), 202);
  },

  /** The person deletes the agent's newest message. */
  async delete_answer(bench: Bench) {
    const { person } = bench.shared;
    const newest = (await person.history(bench.conversation())).find(({ sender }) => sender === 'agent');
    expectStatus(await person.call(`/messages/${newest?.id}`, { method: 'DELETE' }), 204);
  },

  /** The person presses a button of the agent's newest message. */
  async press(bench: Bench, index: number) {
    const history = await bench.shared.person.history(bench.conversation());
    const message = history.find(({ sender }) => sender === 'agent');
    const path = `/messages/${message?.id}/quick-reply`;
    expectStatus(await bench.shared.person.call(path, { body: { index } }), 201);
  },

  async task(bench: Bench, step: Partial<NewTask> & { name: string }) {
    const task = await bench.agent.tasks.create({ prompt: 'Do it.', schedule: 'event', ...step });
    bench.tasks.set(step.name, task);
  },

  /** Somebody calls the trigger URL of a task. */
  async trigger(
    bench: Bench,
    {
      task,
      payload = {},
      headers = {},
      is,
    }: { task: string; payload?: object; headers?: Record<string, string>; is?: string },
  ) {
    const url = `${bench.shared.baseUrl}/webhook/${bench.task(task).trigger_id}`;
    const answer = await httpCall(url, { body: payload, headers });
    expectStatus(answer, 200);
    const { status, run_id: runId } = answer.body as { status: string; run_id?: string };
    if (is !== undefined && status !== is) throw new Error(`The trigger was answered ${status}`);
    // A service that sees no agent at this moment makes the run when it sees one.
    bench.runId = runId ?? '';
    bench.triggered = task;
  },

  async cancel_run(bench: Bench) {
    if (bench.runId === '') bench.runId = (await newestRun(bench, bench.triggered))?.id ?? '';
    await bench.shared.person.tasks.cancelRun(bench.runId);
  },

  /** The run that was begun last, or the newest of a task. */
  async run(bench: Bench, { of, ...wanted }: { of?: string }) {
    const read = async (): Promise<RunRecord | undefined> => {
      if (of === undefined && bench.runId !== '') return bench.agent.tasks.run(bench.runId);
      return newestRun(bench, of ?? bench.triggered);
    };
    const what = `the run to be ${JSON.stringify(wanted)}`;
    await eventually(read, (run) => fits(run, wanted), { what, waitMsMax: WAIT_MS_MAX });
  },

  /** The scratchpad of the run that was begun last has exactly these blocks. */
  async context(bench: Bench, texts: string[]) {
    const blocks = (await bench.agent.tasks.blocks(bench.runId)).map(({ text }) => text);
    if (!fits(blocks, texts)) throw new Error(`The blocks are ${JSON.stringify(blocks)}`);
  },

  /** How many runs a task has had. */
  async runs(bench: Bench, { of, are }: { of: string; are: number }) {
    const runs = await bench.shared.person.tasks.runs(bench.task(of).id);
    if (runs.length !== are) throw new Error(`There are ${runs.length} runs`);
  },

  /** The person answers the open question of the agent. */
  async answer(bench: Bench, answer: { status: string; note?: string; answer?: object }) {
    const { decision_id: id } = await openQuestion(bench);
    expectStatus(await bench.shared.person.call(`/decisions/${id}/resolve`, { body: answer }), 200);
  },

  async question(bench: Bench, wanted: object) {
    await openQuestion(bench, wanted);
  },

  async questions(bench: Bench, count: number) {
    const all = await decisions(bench);
    if (all.length !== count) throw new Error(`The agent has asked ${all.length} questions`);
  },

  /** The person removes the card with the question. */
  async remove_question(bench: Bench) {
    const { person } = bench.shared;
    const { decision_id: id } = await openQuestion(bench);
    const [conversation = ''] = await person.conversationIds(bench.agent.agentId);
    const card = (await person.history(conversation)).find((message) => message.decision_id === id);
    expectStatus(await person.call(`/messages/${card?.id}`, { method: 'DELETE' }), 204);
  },

  async features(bench: Bench, features: string[]) {
    await bench.shared.person.changeAgent(bench.agent.agentId, { features });
  },

  async rotate_secret(bench: Bench, graceSeconds: number | null) {
    bench.secret = await bench.shared.person.rotateSecret(bench.agent.agentId, graceSeconds ?? undefined);
  },

  /** The agent's program has a key instead of the secret. */
  async key(bench: Bench, scopes: NonNullable<NewKey['scopes']>) {
    bench.secret = (await bench.shared.person.createKey(bench.agent.agentId, { scopes })).secret;
  },

  async delete_agent(bench: Bench) {
    await bench.shared.person.deleteAgent(bench.agent.agentId);
  },

  /** The owner has the agent's newest event sent again, once it was delivered. */
  async redeliver(bench: Bench) {
    const { event_id: id } = await bench.shared.person.newestEvent(bench.agent.agentId, 'delivered');
    await bench.shared.person.redeliver(id);
  },
};

async function newestRun(bench: Bench, task: string): Promise<RunRecord | undefined> {
  const [newest] = await bench.shared.person.tasks.runs(bench.task(task).id);
  return newest;
}

async function upload(bench: Bench, { name, text }: { name: string; text: string }): Promise<string> {
  const answer = await bench.shared.person.call(`/media?name=${encodeURIComponent(name)}`, {
    ...{ method: 'POST', body: Buffer.from(text), headers: { 'content-type': 'application/octet-stream' } },
  });
  expectStatus(answer, 201);
  return (answer.body as { media_id: string }).media_id;
}

async function decisions(bench: Bench): Promise<Decision[]> {
  const answer = await bench.agent.call('/api/agent/decisions');
  expectStatus(answer, 200);
  return answer.body as Decision[];
}

async function openQuestion(bench: Bench, wanted: object = {}): Promise<Decision> {
  const isWanted = (each: Decision) => each.status === 'pending' && fits(each, wanted);
  const found = await eventually(
    () => decisions(bench),
    (all) => all.some(isWanted),
    { what: 'an open question', waitMsMax: WAIT_MS_MAX },
  );
  return found.find(isWanted) as Decision;
}

function expectStatus(answer: HttpAnswer, status: number): void {
  if (answer.status === status) return;
  throw new Error(`The service answered ${answer.status}: ${answer.bytes.toString('utf8')}`);
}
