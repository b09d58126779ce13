import type { Agent } from '../../api/client-api.js';
import { agentFindings } from './agent-findings.js';
import { skewOf } from './service-findings.js';
import { waitingFinding } from './event-findings.js';
import { findingOf } from './webhook-findings.js';

const AGENT = {
  ...{ agent_id: 'agt_1', agent_name: 'Mail', kind: 'interactive' as const, status: 'active' as const },
  ...{ status_reason: null, webhook_url: null, push_triggers_to_webhook: false, features: [], online: false },
  ...{ consecutive_failures: 0, created_at: '', own_signing_secret: false, previous_signature_until: null },
  connections: 0,
  last_polled_at: null,
  webhook_breaker: null,
};
const codes = (findings: { code: string }[]): string[] => findings.map(({ code }) => code);

const NOW_MS = Date.parse('2026-03-02T12:00:00Z');

it('an agent that nothing reaches is told from one with a socket or a webhook, and from one that polls', () => {
  const found = (changes: Partial<Agent>) => codes(agentFindings({ ...AGENT, ...changes }, NOW_MS));
  expect(found({})).toEqual(['no_channel']);
  expect(found({ online: true })).toEqual(['socket']);
  const webhook_url = 'https://agent.example.com';
  expect(found({ webhook_url })).toEqual(['triggers_wait']);
  expect(found({ webhook_url, kind: 'approval-only' })).toEqual(['webhook']);
  expect(found({ last_polled_at: '2026-03-02T11:51:00Z' })).toEqual(['polls']);
  expect(found({ last_polled_at: '2026-03-02T11:49:00Z' })).toEqual(['no_channel']);
});

it('a status of error and an open breaker are said with their reasons', () => {
  const webhook_breaker = {
    ...{ opened_at: '', attempts: 164, failures: 160, probes: 2 },
    ...{ next_probe_at: '2026-03-02T09:15:30.000Z', held_events: 37 },
  };
  const status_reason = '148 webhook deliveries in a row failed';
  const found = agentFindings(
    { ...AGENT, online: true, status: 'error', status_reason, webhook_breaker },
    NOW_MS,
  );
  expect(codes(found)).toEqual(['socket', 'status_error', 'breaker_open']);
  expect(found[1]?.what).toContain(status_reason);
  expect(found[2]?.what).toContain('Events held back: 37');
});

it('each way in which a webhook refuses a test has a remedy of its own', () => {
  const failed = (error: string, status_code: number | null = null) =>
    findingOf({ delivered: false, status_code, error, duration_ms: 1 }).code;
  expect(failed('The certificate has expired')).toBe('webhook_tls');
  expect(failed('The request failed (EPROTO)')).toBe('webhook_tls');
  expect(failed('The address is not public')).toBe('webhook_guarded');
  expect(failed('The connection was refused')).toBe('webhook_unreached');
  expect(failed('Answered 401', 401)).toBe('webhook_signature');
  expect(failed('Answered 500', 500)).toBe('webhook_answer');
});

it('a clock that is off by more than a signature may be keeps a webhook from receiving', () => {
  expect(skewOf(1)).toMatchObject({ severity: 'ok' });
  expect(skewOf(-60)).toMatchObject({ severity: 'note', what: expect.stringContaining('60 s behind') });
  expect(skewOf(301)).toMatchObject({ severity: 'problem', what: expect.stringContaining('301 s ahead') });
});

it('events that wait are a problem while they become more, also if the agent polls and leaves them', () => {
  const found = (created: string[], polls = false) =>
    waitingFinding(
      created.map((created_at) => ({ type: 'user_message', created_at })),
      { nowMs: NOW_MS, polls },
    );
  const [fresh, recent, old] = ['2026-03-02T11:55:00Z', '2026-03-02T11:30:00Z', '2026-03-01T12:00:00Z'];
  expect(found([])).toMatchObject({ code: 'events', severity: 'ok' });
  expect(found([old])).toMatchObject({ code: 'waiting', severity: 'note' });
  expect(found([recent, old])).toMatchObject({ code: 'waiting_growing', severity: 'problem' });
  expect(found([fresh], true)).toMatchObject({ code: 'waiting', severity: 'note' });
  const remedy = expect.stringContaining('/api/agent/events');
  expect(found([recent, old], true)).toMatchObject({
    ...{ code: 'waiting_growing', severity: 'problem', remedy },
  });
});
