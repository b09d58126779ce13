import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { faultBench } from './fault-bench.js';

/** Above what a killed gateway takes to come back, in milliseconds. */
const ANSWERED_MS_MAX = 120_000;
const SENDERS = 6;
const MESSAGES_PER_SENDER = 40;
const KILLS = 4;

describe('A call that is repeated with its Idempotency-Key until it is answered', () => {
  const bench = faultBench({ GATEWAYS: '2' });

  type Sent = [messageId: string, text: string];

  /** One message, sent again after each answer that was lost or says to try again. */
  async function send(agent: AgentClient, conversation_id: string, text: string): Promise<Sent> {
    const headers = { 'idempotency-key': randomUUID() };
    const call = { body: { type: 'message', text, conversation_id }, headers };
    const ask = () => agent.call('/api/agent/events', call).catch(() => null);
    const options = { what: `an answer to ${text}`, waitMsMax: ANSWERED_MS_MAX };
    const answer = await eventually(ask, (given) => given !== null && given.status < 500, options);
    expect([text, answer?.status]).toEqual([text, 200]);
    return [(answer!.body as { message_id: string }).message_id, text];
  }

  it('is done once, though gateways are killed while they do it', async () => {
    const agent = await bench.person.createAgent();
    const { conversation_id } = await bench.person.send(agent.agentId, 'Begin');
    const told: Sent[] = [];
    const sending = Promise.all(
      Array.from({ length: SENDERS }, async (_, sender) => {
        for (let count = 0; count < MESSAGES_PER_SENDER; count += 1)
          told.push(await send(agent, conversation_id, `message ${sender}.${count}`));
      }),
    );
    const all = SENDERS * MESSAGES_PER_SENDER;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const part = (all * kill) / (KILLS + 1);
      const isFurther = async () => told.length >= part;
      await eventually(isFurther, Boolean, { what: 'more messages', waitMsMax: ANSWERED_MS_MAX });
      await bench.services.restarted(await bench.services.killAll('gateway'));
    }
    await sending;
    const kept = new Map<string, string>();
    for (let cursor = ''; ;) {
      const page = await agent.history(conversation_id, `?limit=100${cursor}`);
      for (const { id, text } of page) kept.set(id, text);
      const last = page.at(-1);
      if (last === undefined) break;
      cursor = `&cursor=${encodeURIComponent(last.created_at)}`;
    }
    // Each text once, under the id that its sender was told.
    const written = [...kept].filter(([, text]) => text !== 'Begin');
    expect(written.toSorted()).toEqual(told.toSorted());
    expect(written).toHaveLength(all);
  });
});
