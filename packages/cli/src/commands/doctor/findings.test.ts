import { expect, it } from '@jest/globals';
import { agentFindings } from './agent-findings.js';
import { skewOf } from './finding.js';
import { waitingFindings } from './event-findings.js';
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

it('an agent that nothing reaches is told from one with a socket or a webhook', () => {
  expect(codes(agentFindings(AGENT))).toEqual(['no_channel']);
  expect(codes(agentFindings({ ...AGENT, online: true }))).toEqual(['socket']);
  const webhook_url = 'https://agent.example.com';
  expect(codes(agentFindings({ ...AGENT, webhook_url }))).toEqual(['triggers_wait']);
  expect(codes(agentFindings({ ...AGENT, webhook_url, kind: 'approval-only' }))).toEqual(['webhook']);
});

it('a status of error and an open breaker are said with their reasons', () => {
  const webhook_breaker = {
    ...{ state: 'open' as const, opened_at: '', attempts: 164, failures: 160, probes: 2 },
    ...{ next_probe_at: null, held_events: 37 },
  };
  const status_reason = '148 webhook deliveries in a row failed';
  const found = agentFindings({ ...AGENT, online: true, status: 'error', status_reason, webhook_breaker });
  expect(codes(found)).toEqual(['socket', 'status_error', 'breaker_open']);
  expect(found[1]?.what).toContain(status_reason);
  expect(found[2]?.what).toContain('37 events are held back');
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

it('events that wait are a problem while they become more', () => {
  const nowMs = Date.parse('2026-03-02T12:00:00Z');
  const event = (created_at: string) => ({ type: 'user_message' as const, created_at });
  expect(waitingFindings([], nowMs)).toEqual([]);
  const old = event('2026-03-01T12:00:00Z');
  expect(waitingFindings([old], nowMs)).toMatchObject([{ code: 'waiting', severity: 'note' }]);
  const fresh = event('2026-03-02T11:30:00Z');
  expect(waitingFindings([fresh, old], nowMs)).toMatchObject([
    { code: 'waiting_growing', severity: 'problem' },
  ]);
});
