import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { ServiceError } from '@svc/domain';
import { listening } from '@svc/testkit';
import { BodyBudget } from './body-budget.js';
import type { BodyBudgetOptions } from './body-budget.js';

const ends: (() => void)[] = [];
const bytesMax = 1_000;
/** Longer than any test takes. */
const NO_HURRY = { graceMs: 60_000, bytesPerSecondMin: Infinity };

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server, and what opens connections to it. */
async function listen(listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  const { port } = await listening(server);
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = (holder: string, announced: number, body: string): Socket => {
    const socket = connect(port, '127.0.0.1');
    ends.push(() => socket.destroy());
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nX-Holder: ${holder}\r\nContent-Length: ${announced}\r\n\r\n${body}`,
    );
    return socket;
  };
  return { server, open };
}

/** A server that reads each body for the holder in `x-holder`, and answers what became of it when the test says so. */
async function serve(options: Partial<BodyBudgetOptions>, share = { bodiesMax: 9, bytesMax: 9_000 }) {
  const budget = new BodyBudget({ bodiesMax: 99, bytesMax: 99_000, pace: NO_HURRY, ...options });
  const waiting: (() => void)[] = [];
  const reads: string[] = [];
  const { server, open } = await listen((request, response) => {
    const key = String(request.headers['x-holder']);
    budget
      .use(request, response, { bytesMax, shares: [{ key, ...share }] }, async (body) => {
        reads.push(String(body));
        const answered = new Promise<void>((resolve) => waiting.push(resolve));
        server.emit('read');
        await answered;
        response.end(String(body));
      })
      .catch((error: ServiceError) => {
        response.statusCode = error.status;
        response.end(error.code);
      });
  });
  const answer = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);
  return { server, open, answer, waiting, reads };
}

/** Calls again and again until a body is read and not refused. */
async function untilRead(server: Server, call: () => Socket): Promise<void> {
  const read = once(server, 'read').then(() => true);
  while (!(await Promise.race([read, once(call(), 'data').then(() => false)])));
}

describe('bodies', () => {
  it('take no bytes any more when their work has ended', async () => {
    const budget = new BodyBudget({ bodiesMax: 99, bytesMax: 99_000, pace: NO_HURRY });
    const rules = { bytesMax, shares: [{ key: 'one', bodiesMax: 9, bytesMax: 1_000 }] };
    let late: Promise<unknown> = Promise.resolve();
    const { server, open } = await listen((request, response) => {
      if (request.headers['x-holder'] === 'next') {
        const answer = (body: Buffer | undefined) => void response.end(String(body?.length));
        budget
          .use(request, response, rules, async (body) => answer(body))
          .catch((error: ServiceError) => response.end(error.code));
        return;
      }
      const cut = budget.pass(request, response, { ...rules, bufferedMax: 1_000 }, async (body) => {
        const pieces = body[Symbol.asyncIterator]();
        await pieces.next();
        late = pieces.next();
        throw new Error('cut');
      });
      cut.catch(() => server.emit('cut'));
    });
    const socket = open('cut', 1_000, 'x'.repeat(600));
    await once(server, 'cut');
    socket.write('x'.repeat(400));
    await expect(late).rejects.toThrow('broke off');
    expect(String(await once(open('next', 1_000, 'x'.repeat(1_000)), 'data'))).toMatch(/1000$/);
  });

  it('cost nothing by what they announce, but count, and a holder has a share', async () => {
    const share = { bodiesMax: 2, bytesMax: 1_500 };
    const { server, open, answer, waiting } = await serve({ bytesMax: 1_500 }, share);
    const silent = [open('one', 1_000, ''), open('one', 1_000, '')];
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    const others = open('other', 1_000, 'x'.repeat(1_000));
    await once(server, 'read');
    expect(await answer(open('one', 5, 'hello'))).toMatch(/^HTTP\/1\.1 429 [^]*rate_limited$/);
    waiting[0]?.();
    expect(await answer(others)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('take back a permit when a body has come or its connection has gone', async () => {
    const { server, open, waiting, reads } = await serve({ bodiesMax: 1 });
    open('one', 5, 'first');
    await once(server, 'read');
    const silent = open('one', 9, 'never');
    await once(silent, 'connect');
    silent.destroy();
    await untilRead(server, () => open('other', 4, 'next'));
    expect(reads).toEqual(['first', 'next']);
    for (const end of waiting) end();
  });

  it('take no permit when their caller has gone before they are read', async () => {
    const budget = new BodyBudget({ bodiesMax: 1, bytesMax: 99, pace: NO_HURRY });
    const shares = [{ key: 'one', bodiesMax: 1, bytesMax: 99 }];
    const refusals: string[] = [];
    const { server, open } = await listen((request, response) => {
      request.once('close', () => {
        const work = () => Promise.reject(new Error('read'));
        budget.use(request, response, { bytesMax, shares }, work).catch((error: ServiceError) => {
          refusals.push(error.code);
          server.emit('refused');
        });
      });
      server.emit('began');
    });
    for (const count of [1, 2]) {
      const [refused, began] = [once(server, 'refused'), once(server, 'began')];
      const socket = open('one', 9, '');
      await began;
      socket.destroy();
      await refused;
      expect(refusals).toEqual(Array(count).fill('malformed_json'));
    }
  });

  it('hold their bytes until they are answered', async () => {
    const { server, open, answer, waiting } = await serve({ bytesMax: 10 });
    const first = open('one', 8, '12345678');
    await once(server, 'read');
    expect(await answer(open('other', 3, '123'))).toMatch(/^HTTP\/1\.1 503 [^]*unavailable$/);
    waiting[0]?.();
    await answer(first);
    await untilRead(server, () => open('other', 3, '123'));
  });

  it('hold their bytes while they are worked on, though the caller has cut the connection', async () => {
    const budget = new BodyBudget({ bodiesMax: 9, bytesMax: 10, pace: NO_HURRY });
    const shares = [{ key: 'one', bodiesMax: 9, bytesMax: 10 }];
    let end = () => {};
    const handled = new Promise<void>((resolve) => (end = resolve));
    const outcomes: string[] = [];
    const { server, open } = await listen((request, response) => {
      response.once('close', () => setImmediate(() => server.emit('cut')));
      const note = (outcome: string) => {
        outcomes.push(outcome);
        server.emit('read');
      };
      const work = (body: unknown) => {
        note(String(body));
        return handled;
      };
      const working = budget.use(request, response, { bytesMax, shares }, work);
      working.catch(({ code }: ServiceError) => note(code));
    });
    const send = async (): Promise<void> => {
      const [read, cut] = [once(server, 'read'), once(server, 'cut')];
      const socket = open('one', 8, '12345678');
      await read;
      socket.destroy();
      await cut;
    };
    await send();
    await send();
    end();
    await handled;
    await send();
    expect(outcomes).toEqual(['12345678', 'rate_limited', '12345678']);
  });

  it('have to arrive in time, a larger one at a pace', async () => {
    const flat = await serve({ pace: { graceMs: 30, bytesPerSecondMin: Infinity } });
    expect(await flat.answer(flat.open('one', 9, 'slow'))).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout$/);
    const paced = await serve({ pace: { graceMs: 30, bytesPerSecondMin: 1_000 } });
    const socket = paced.open('one', 900, 'x'.repeat(50));
    expect(await paced.answer(socket)).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/i);
  });
});
