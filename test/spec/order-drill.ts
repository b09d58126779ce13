import { createServer } from 'node:http';
import { startTestService } from '@svc/agent/testing';
import type { ConversationMessage, TestService } from '@svc/agent/testing';
import { eventually, listening, Signal } from '@svc/testkit';
import type { ExampleProgram } from './example-programs.js';

/** Longer than the lease of the packages and the pause before a retry. */
const LOST = '3m';

/**
 * An order whose agent is killed while it waits for its person, stopped at once when it goes on, and killed again while the shop has the order and has not answered. The
 * fourth process ends the run.
 *
 * @param start the agent, as a process with these variables.
 */
export async function expectOneOrder(start: (env: Record<string, string>) => ExampleProgram): Promise<void> {
  const shop = await openShop();
  const svc = await startTestService();
  const programs: ExampleProgram[] = [];
  const begin = () => {
    const program = start({ ...svc.env, SHOP_URL: shop.url });
    programs.push(program);
    return program;
  };
  const lose = async () => {
    const own = () => svc.call<{ online: boolean }>(`/agents/${svc.agent.agentId}`);
    await eventually(own, ({ online }) => !online, { what: 'the agent to be offline' });
    await svc.advance(LOST);
  };
  const run = async () => (await svc.runs('Order'))[0];
  const said = () => programs.map((program) => program.output()).join('');
  try {
    const first = begin();
    const tasks = () => svc.call<unknown[]>(`/agents/${svc.agent.agentId}/tasks`);
    await eventually(tasks, ({ length }) => length === 1, { what: 'the task' });
    await svc.trigger('Order', { item: 'screws' });
    const decisions = () => svc.decisions();
    await eventually(decisions, ({ length }) => length === 1, { what: 'the question' });
    await first.kill('SIGKILL');
    await svc.say('Hello');
    await lose();
    const second = begin();
    await svc.nextMessage({ where: ({ text }) => text.startsWith('You said: Hello.'), timeout: '60s' });
    await eventually(run, (one) => one?.status === 'running' && one.attempt === 2, {
      what: 'the second attempt',
    });
    expect(await second.kill('SIGTERM')).toBe('SIGTERM');
    expect(await run()).toMatchObject({ status: 'pending' });
    const third = begin();
    await svc.approve({ answer: { count: 5, delivery: 'express' }, timeout: '60s' });
    await shop.orders.atLeast(1, 'the order');
    await third.kill('SIGKILL');
    await lose();
    begin();
    const ended = await eventually(run, (one) => one?.status === 'completed', { what: 'the end of the run' });
    expect(ended).toMatchObject({ summary: 'Order **A-1**: 5 × screws, express.' });
    const order = { key: ended?.id, item: 'screws', count: 5, delivery: 'express' };
    expect(shop.orders.items).toEqual([order, order]);
    expect(shop.prices).toEqual(['screws']);
    expect(await kindsOfMessages(svc, ended?.id)).toEqual(['decision', 'report', 'run']);
  } catch (error) {
    throw new Error(`The programs said: ${said()}`, { cause: error });
  } finally {
    await Promise.all(programs.map((program) => program.kill('SIGKILL')));
    await svc.stop();
    shop.close();
  }
}

/** What the person sees of a run, sorted. */
async function kindsOfMessages(svc: TestService, runId: unknown): Promise<string[]> {
  const conversations = await svc.call<{ id: string }[]>(`/conversations?agent_id=${svc.agent.agentId}`);
  const pages = await Promise.all(
    conversations.map(({ id }) => svc.call<ConversationMessage[]>(`/conversations/${id}/messages`)),
  );
  const own = pages.flat().filter((message) => message.task_run_id === runId);
  return own.map(({ kind }) => kind).sort();
}

interface Order {
  key: string;
  item: string;
  count: number;
  delivery: string;
}

/** A shop that answers everything but the first call of an order, which it takes all the same. */
async function openShop() {
  const prices: string[] = [];
  const orders = new Signal<Order>();
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    if (request.method === 'GET') {
      prices.push(new URL(request.url ?? '', 'http://shop').searchParams.get('item') ?? '');
      return response.end('{"price":4}');
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const key = String(request.headers['idempotency-key']);
    orders.push({ key, ...(JSON.parse(body) as Omit<Order, 'key'>) });
    const keys = [...new Set(orders.items.map((order) => order.key))];
    return orders.items.length > 1 && response.end(JSON.stringify({ number: `A-${keys.indexOf(key) + 1}` }));
  });
  const { url } = await listening(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `${url}/`, prices, orders, close };
}
