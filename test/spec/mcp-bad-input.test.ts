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
  it('refuses a wrong token and a wrong secret, before the message is read', async () => {
    const agent = await bench.person.createAgent();
    const { secret } = await bench.person.createAgent();
    // The two headers go before the token.
    for (const headers of [byToken(agent.withSecret(secret)), { ...byToken(agent), 'x-svc-secret': secret }])
      expectRefusal(await call({ headers, body: '{' }), 401, 'Missing or invalid credentials');
  });

  it('refuses the page of another site, and takes one of its own', async () => {
    const agent = await bench.person.createAgent();
    const fromPage = (origin: string) => callOf(agent, { headers: { origin } });
    expectRefusal(await fromPage('https://example.org'), 403, 'Cross-site request refused');
    expect((await fromPage(new URL(baseUrl).origin)).status).toBe(200);
  });

  it.each([
    ['{', -32_700],
    [[LIST, LIST], -32_600],
    [{ ...LIST, id: { a: 1 } }, -32_600],
  ])('says by JSON-RPC that %j is no message', async (body, code) => {
    const answer = await callOf(await bench.person.createAgent(), { body });
    expect(answer).toMatchObject({ status: 400, body: { jsonrpc: '2.0', error: { code } } });
  });

  it.each([
    [{ ...LIST, method: 'nonsense' }, -32_601],
    [{ ...LIST, method: 'tools/call', params: { name: 'list_tasks', arguments: [] } }, -32_602],
  ])('says by JSON-RPC what is wrong with %j', async (body, code) => {
    const { status, body: answer } = await callOf(await bench.person.createAgent(), { body });
    expect([status, answer]).toMatchObject([200, { jsonrpc: '2.0', id: 1, error: { code } }]);
  });

  it('refuses a subscription, which would hold its connection', async () => {
    const agent = await bench.person.createAgent();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    };
    const method = 'subscriptions/listen';
    const params = { _meta, notifications: { toolsListChanged: true } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    const answer = await callOf(agent, { headers, body: { jsonrpc: '2.0', id: 1, method, params } });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toMatchObject({ error: { message: 'Subscription limit reached' } });
  });

  it('has bounds for its body', async () => {
    const agent = await bench.person.createAgent();
    const tooLong = JSON.stringify({ ...LIST, params: { x: 'x'.repeat(1024 * 1024) } });
    expectRefusal(await callOf(agent, { body: tooLong }), 413, 'Request is too large');
    const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    expectRefusal(await callOf(agent, { body: deep }), 422);
  });

  it('is the only method', async () => {
    const answer = await httpCall(`${baseUrl}/mcp`);
    expectRefusal(answer, 405, 'Method not allowed');
    expect(answer.headers['allow']).toBe('POST');
  });
});
