/** @only-in-all Plays the samples of a provider, whose rules the tests of senders hold. */
/** @any-shape What carries an event does not look into its payload. */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { httpCall, Signal } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import canonicalize from 'canonicalize';
import { WebSocket } from 'ws';
import { baseUrl, useProduct } from './product-under-test.js';

/** GitHub's own, and those of its server's versions. */
const COLLECTIONS = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'];
const CALLS_AT_ONCE = 16;

/**
 * The sample payloads of a real caller, GitHub's webhooks, as a package collects them: 404 that differ, the largest of 27 kB. What is
 * expected was written by another implementation of RFC 8785, by one of its authors.
 */
const payloads = samplePayloads();

describe(`Each of GitHub's sample payloads`, () => {
  const bench = useProduct();
  let agent: AgentClient;
  let triggerId: string;

  it('is among them', () => {
    expect(payloads.size).toBe(404);
  });

  it('reaches an agent that is online, unchanged to the byte of its canonical form', async () => {
    agent = await bench.person.createAgent();
    triggerId = (await agent.tasks.createTriggered()).trigger_id;
    const { frames, close } = await rawFrames(agent);
    const answers = await postAll(triggerId);
    try {
      expect(countByStatus(answers)).toEqual({ triggered: payloads.size });
      for (const answer of answers) {
        const frame = await frames.first(
          (text) => text.includes(`"${answer.run_id}"`),
          `run ${answer.run_id}`,
        );
        expect(frame.endsWith(`,"payload":${answer.canonical}}`)).toBe(true);
      }
    } finally {
      close();
    }
    const repeats = await postAll(triggerId);
    expect(countByStatus(repeats)).toEqual({ duplicate: payloads.size });
    expect(repeats.map(({ run_id }) => run_id)).toEqual(answers.map(({ run_id }) => run_id));
  });

  it('waits for the poll of an agent that is offline, unchanged to the byte of its canonical form', async () => {
    agent = await bench.person.createAgent();
    triggerId = (await agent.tasks.createTriggered()).trigger_id;
    expect(countByStatus(await postAll(triggerId))).toEqual({ queued: payloads.size });
    const missing = new Set(payloads.keys());
    for (let polled = 1; polled > 0;) {
      const answer = await agent.call('/api/agent/tasks/triggers/pending');
      expect(answer.status).toBe(200);
      const listed = answer.body as { payload: unknown }[];
      const text = answer.bytes.toString('utf8');
      for (const { payload } of listed) {
        const canonical = canonicalize(payload) ?? '';
        expect(text).toContain(`"payload":${canonical}`);
        expect(missing.delete(canonical)).toBe(true);
      }
      polled = listed.length;
    }
    expect(missing).toEqual(new Set());
  });
});

/** By their canonical forms, as they are sent. */
function samplePayloads(): Map<string, string> {
  const load = createRequire(import.meta.url);
  const samples = COLLECTIONS.flatMap(
    (name) => load(`@octokit/webhooks-examples/${name}/index.json`) as { examples: object[] }[],
  ).flatMap(({ examples }) => examples);
  return new Map(samples.map((sample) => [canonicalize(sample) ?? '', JSON.stringify(sample)]));
}

interface SampleAnswer {
  status: string;
  run_id?: string;
  canonical: string;
}

async function postAll(triggerId: string): Promise<SampleAnswer[]> {
  const answers: SampleAnswer[] = [];
  const left = [...payloads].entries();
  async function post(): Promise<void> {
    for (const [index, [canonical, body]] of left) {
      const { body: answer } = await httpCall(`${baseUrl}/webhook/${triggerId}`, { body });
      answers[index] = { ...(answer as { status: string; run_id?: string }), canonical };
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, post));
  return answers;
}

function countByStatus(answers: SampleAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The frames of an agent as the texts that they are. */
async function rawFrames(agent: AgentClient): Promise<{ frames: Signal<string>; close: () => void }> {
  const frames = new Signal<string>();
  const socket = new WebSocket(`${agent.socketUrl}/ws/agent/${agent.agentId}`);
  socket.on('message', (data: Buffer) => frames.push(data.toString('utf8')));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', agent_id: agent.agentId, secret: agent.secret }));
  await frames.first((text) => text.includes('"auth_ok"'), 'auth_ok');
  return { frames, close: () => socket.terminate() };
}
