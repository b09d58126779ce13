import { describe, expect, it } from '@jest/globals';
import { toFallback, toWebhookDue } from '@svc/proto-events';
import { describeLetter, replayOf } from './dead-letter.js';
import { agentEvent } from './inbox.suite.js';

const letterOf = (body: unknown, headers: Record<string, unknown> = {}) => ({
  content: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  headers,
});

describe('A dead letter', () => {
  it('that RabbitMQ took away by itself is described by its last death', () => {
    const death = { queue: 'a.fallback', reason: 'delivery_limit', time: { '!': 'timestamp', value: 1 } };
    const earlier = { queue: 'a.hub.1', reason: 'expired', time: { '!': 'timestamp', value: 0 } };
    const letter = letterOf(agentEvent(1), { 'x-death': [death, earlier] });
    expect(describeLetter(letter, 'a.')).toMatchObject({
      ...{ queue: 'fallback', reason: 'delivery_limit', detail: null, count: null },
      ...{ event_id: 'evt_1', agent_id: 'agt_1', when: '1970-01-01T00:00:01.000Z' },
    });
  });

  it.each(['', 'no JSON', 'null', '[1]', '"text"', '{"event_id":7}'])(
    'may be anything, such as %s',
    (text) => {
      const headers = { 'x-death': 'nonsense', 'x-svc-dead-queue': 7, 'x-svc-dead-count': 'many' };
      const letter = letterOf(text, headers);
      expect(describeLetter(letter, 'a.')).toMatchObject({ queue: null, event_id: null, count: null });
      expect(replayOf(letter)).toBeNull();
    },
  );

  it('says no more than a bounded part of what others wrote', () => {
    const letter = letterOf({ event_id: 'e'.repeat(9_999) }, { 'x-svc-dead-detail': 'd'.repeat(9_999) });
    expect(JSON.stringify(describeLetter(letter, '')).length).toBeLessThan(1_000);
  });

  it('goes where it can find its way anew', () => {
    const event = replayOf(letterOf({ ...agentEvent(1), hops: 3 }));
    expect(event?.to).toEqual(toFallback());
    expect(JSON.parse(String(event?.content))).toEqual(agentEvent(1));
    const attempt = letterOf({ event_id: 'evt_1', agent_id: 'agt_1', attempt: 2 });
    expect(replayOf(attempt)).toEqual({ to: toWebhookDue(), content: attempt.content });
  });
});
