/** @any-shape The gateway alone takes the calls. */
import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import type { AgentClient, HttpCall } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { byHeaders, byToken } from './mcp-client.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const call = (given: HttpCall) => httpCall(`${baseUrl}/mcp`, { method: 'POST', body: LIST, ...given });

function callOf(agent: AgentClient, given: HttpCall = {}) {
  return call({ ...given, headers: { ...byHeaders(agent), ...given.headers } });
}

describe('POST /mcp', () => {
  it('refuses whoever is no agent, before the message is read', async () => {
    const agent = await bench.person.createAgent();
    const other = await bench.person.createAgent();
    const { agentId, secret } = agent;
    for (const headers of [
      {},
      byHeaders(agent.withSecret(other.secret)),
      byToken(agent.withSecret(other.secret)),
      { authorization: `Bearer ${bench.person.token}` },
      { authorization: `Bearer ${secret}` },
      { authorization: `Basic ${agentId}:${secret}` },
      // The two headers go before the token.
      { ...byToken(agent), 'x-svc-secret': other.secret },
    ])
      for (const body of [LIST, '{'])
        expectRefusal(await call({ headers, body }), 401, 'Missing or invalid credentials');
  });

  it('refuses a key that only reads', async () => {
    const agent = await bench.person.createAgent();
    const { secret } = await bench.person.createKey(agent.agentId, { scopes: ['read', 'events'] });
    expectRefusal(await callOf(agent.withSecret(secret)), 403, 'The key does not have the scope for this');
  });

  it('refuses the page of another site, and takes one of its own', async () => {
    const agent = await bench.person.createAgent();
    for (const origin of ['https://example.org', 'null', ''])
      expectRefusal(await callOf(agent, { headers: { origin } }), 403, 'Cross-site request refused');
    expect((await callOf(agent, { headers: { origin: new URL(baseUrl).origin } })).status).toBe(200);
  });

  it('answers JSON to whatever its caller accepts, and keeps no session', async () => {
    const agent = await bench.person.createAgent();
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      const { status, headers } = await callOf(agent, { headers: { accept } });
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
      expect(headers).not.toHaveProperty('mcp-session-id');
    }
  });

  it.each([
    ['{', -32_700],
    ['"x"', -32_600],
    ['null', -32_600],
    [[LIST, LIST], -32_600],
    [[], -32_600],
    [{}, -32_600],
    [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }, -32_600],
    [{ ...LIST, id: { a: 1 } }, -32_600],
  ])('says by JSON-RPC that %j is no message', async (body, code) => {
    const answer = await callOf(await bench.person.createAgent(), { body });
    expect(answer).toMatchObject({ status: 400, body: { jsonrpc: '2.0', error: { code } } });
  });

  it.each([
    [{ ...LIST, method: 'nonsense' }, -32_601],
    [{ ...LIST, method: 'resources/list' }, -32_601],
    [{ ...LIST, method: 'tools/call', params: { name: 'nonsense' } }, -32_602],
    [{ ...LIST, method: 'tools/call', params: { name: 7 } }, -32_602],
    [{ ...LIST, method: 'tools/call', params: { name: 'list_tasks', arguments: [] } }, -32_602],
  ])('says by JSON-RPC what is wrong with %j', async (body, code) => {
    const { status, body: answer } = await callOf(await bench.person.createAgent(), { body });
    expect([status, answer]).toMatchObject([200, { jsonrpc: '2.0', id: 1, error: { code } }]);
  });

  it('takes a notification without an answer', async () => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const { status, bytes } = await callOf(await bench.person.createAgent(), { body });
    expect([status, bytes.length]).toEqual([202, 0]);
  });

  it('refuses a subscription, which would hold its connection', async () => {
    const agent = await bench.person.createAgent();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    };
    const method = 'subscriptions/listen';
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { _meta, notifications: { toolsListChanged: true } },
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    const answer = await callOf(agent, { headers, body });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toMatchObject({ error: { message: 'Subscription limit reached' } });
  });

  it('refuses a revision that it does not know', async () => {
    const agent = await bench.person.createAgent();
    const answer = await callOf(agent, { headers: { 'mcp-protocol-version': '1999-01-01' } });
    expect(answer).toMatchObject({ status: 400, body: { jsonrpc: '2.0', error: {} } });
  });

  it('has bounds for its body', async () => {
    const agent = await bench.person.createAgent();
    const tooLong = JSON.stringify({ ...LIST, params: { x: 'x'.repeat(1024 * 1024) } });
    expectRefusal(await callOf(agent, { body: tooLong }), 413, 'Request is too large');
    expectRefusal(await callOf(agent, { body: tooLong, chunked: true }), 413, 'Request is too large');
    const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    expectRefusal(await callOf(agent, { body: deep }), 422);
    const headers = { 'content-type': 'text/plain' };
    expectRefusal(await callOf(agent, { headers }), 415, 'Body must be application/json');
  });

  it.each(['GET', 'DELETE', 'PUT'])('is the only method: %s is refused, whoever asks', async (method) => {
    const agent = await bench.person.createAgent();
    for (const headers of [{}, byHeaders(agent)]) {
      const answer = await httpCall(`${baseUrl}/mcp`, { method, headers });
      expectRefusal(answer, 405, 'Method not allowed');
      expect(answer.headers['allow']).toBe('POST');
    }
  });
});
