import { createServer } from 'node:http';
import { listening } from '@svc/testkit';
import { answerOf, serviceApi } from './client-api.js';

type Answer = [status: number, detail: string, retryAfter?: string];

let closeServer = () => {};
afterEach(() => closeServer());

it('a call that is told to wait waits that long, and is made again as it was', async () => {
  const { api, received } = await serviceThatAnswers([
    [429, 'Too many requests', '1'],
    [503, 'Temporarily unavailable', '1'],
    [200, 'Done'],
  ]);
  const beganMs = performance.now();
  const call = { params: { path: { agent_id: 'agt_1' } }, body: { text: 'Once' } };
  await answerOf(api.POST('/api/client/agents/{agent_id}/messages', call));
  expect(performance.now() - beganMs).toBeGreaterThan(1_900);
  expect(received).toEqual(Array(3).fill('{"text":"Once"}'));
});

it.each<[code: string, Answer]>([
  ['limited', [429, 'A quota is used up: 3 agents', '1']],
  ['limited', [429, 'Too many requests', '91']],
  ['unreachable', [503, 'Temporarily unavailable']],
  ['unreachable', [500, 'Internal error', '1']],
])('a call is %s at once where waiting does not help: %j', async (code, answer) => {
  const { api, received } = await serviceThatAnswers([answer]);
  const call = answerOf(api.GET('/api/client/agents'));
  await expect(call).rejects.toMatchObject({ code, message: `${answer[1]}.` });
  expect(received).toHaveLength(1);
});

it('a call without valid credentials ends with a remedy for those who have called', async () => {
  const { api } = await serviceThatAnswers(Array(3).fill([401, 'Missing or invalid credentials']));
  const hint = (part: string) => ({ code: 'not_signed_in', hint: expect.stringContaining(part) });
  await expect(answerOf(api.GET('/api/client/agents'))).rejects.toMatchObject(hint('svc login'));
  await expect(answerOf(api.GET('/api/agent/me'))).rejects.toMatchObject(hint('AGENT_SECRET'));
  const call = api.POST('/webhook/{trigger_id}', { params: { path: { trigger_id: 'trg_1' } }, body: {} });
  await expect(answerOf(call)).rejects.toMatchObject(hint('sender'));
});

/** Gives the answers in turn. */
async function serviceThatAnswers(answers: Answer[]) {
  const received: string[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString());
    const [status, detail, retryAfter] = answers[received.length - 1] ?? [500, 'One call too many'];
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
    response.end(JSON.stringify({ detail }));
  });
  const { url } = await listening(server);
  closeServer = () => void server.close();
  return { api: serviceApi(url, new AbortController().signal), received };
}
