import { answerProblems, responseProblems } from '../../../test/spec/response-problems.js';

const named = { agent_id: 'agt_1', agent_name: 'Mailbox', kind: 'interactive', status: 'active' };
const reached = { webhook_url: null, push_triggers_to_webhook: false, features: [], online: true };
const created = { created_at: '2026-03-01T08:00:00.000Z' };
const agent = { ...named, ...reached, ...created };
const ofOwner = {
  ...{ ...named, status_reason: null, ...reached },
  ...{ connections: 1, last_polled_at: null, consecutive_failures: 0, ...created },
  ...{ own_signing_secret: false, previous_signature_until: null, webhook_breaker: null },
};

describe('responseProblems', () => {
  it.each([
    ['a field that is not documented', 'getOwnAgent', 200, { ...agent, owner_id: 'u' }],
    ['a field that is missing', 'getOwnAgent', 200, { ...agent, kind: undefined }],
    ['a field of another type', 'getOwnAgent', 200, { ...agent, online: 1 }],
    ['a field of a nested object', 'listAgents', 200, [{ ...ofOwner, secret: 'svc_' }]],
    ['another order of fields', 'getOwnAgent', 200, Object.fromEntries(Object.entries(agent).reverse())],
    ['a field of an error', 'getOwnAgent', 401, { detail: 'no', stack: 'at …' }],
    ['a status that is not documented', 'getOwnAgent', 418, { detail: 'no' }],
    ['a body where there is none', 'deleteAgent', 204, {}],
    ['no body where there is one', 'getOwnAgent', 200, undefined],
    ['a run id of a queued trigger', 'fireTrigger', 200, { status: 'queued', run_id: 'run_1' }],
  ] as const)('finds %s', (_name, operationId, status, body) => {
    expect(responseProblems(operationId, status, body)).not.toEqual([]);
  });
});

describe('answerProblems', () => {
  const ofType = (type: string, status: number) => ({
    ...{ status, headers: { 'content-type': type }, bytes: Buffer.from(''), body: { detail: 'no' } },
  });

  it.each([
    ['a success of a type that is not documented', 'getOwnAgent', ofType('text/html; charset=utf-8', 200)],
    ['a refusal whose status is not documented', 'getOwnAgent', ofType('application/json', 413)],
    ['a refusal that is no JSON', 'getOwnAgent', ofType('text/plain', 401)],
  ] as const)('finds %s', (_name, operationId, answer) => {
    expect(answerProblems(operationId, answer)).not.toEqual([]);
  });

  it('finds nothing wrong with a file of the type that is documented', () => {
    expect(answerProblems('getExportFile', ofType('application/zip', 200))).toEqual([]);
  });
});
