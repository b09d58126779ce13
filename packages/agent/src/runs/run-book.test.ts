import { Signal } from '@svc/testkit';
import type { ApiCall, Calls } from '../http/calls.js';
import { AgentError } from '../errors.js';
import { QUIET } from '../quiet-log.suite.js';
import { unlessAborted } from '../waiting.js';
import { RunBook } from './run-book.js';
import type { RunOffer } from './run-calls.js';
import type { RunHandler } from './run-work.js';

const LEAVE = new AgentError('stopped', 'The agent is stopping.');
const ANSWERS_AT_ONCE = (): Promise<unknown> => Promise.resolve({ attempt: 1 });
/** So short that the next sign of life is due at once. */
const LEASE_SECONDS = 0.003;

/** A process that works on one run at a time, and what it says to the service. */
function bookOf(answer: (call: ApiCall) => Promise<unknown>, leaseSeconds = 60) {
  const calls = new Signal<{ what: string; body: unknown }>();
  const call = (made: ApiCall): Promise<unknown> => {
    calls.push({ what: made.path.replace('/api/agent/tasks/runs/', ''), body: made.body });
    return answer(made);
  };
  const book = new RunBook({
    calls: { call } as unknown as Calls,
    settings: { leaseSeconds, runConcurrency: 1, log: QUIET },
    onError: () => {},
  });
  const until = (what: string, count: number) =>
    calls.until((said) => said.filter((one) => one.what === what).length >= count);
  const leave = async (): Promise<void> => {
    book.leave(LEAVE, Promise.resolve());
    await book.idle();
  };
  return { book, said: calls.items, until, leave };
}

function offer(runId: string, begun = false): RunOffer {
  const task = { task_id: 'tsk_1', task_name: 'Order', task_prompt: '' };
  return { run_id: runId, ...task, ...(begun && { isBegunHere: true }) };
}

const waitsForTheEnd: RunHandler = ({ signal }) => unlessAborted(new Promise<void>(() => {}), signal);

describe('a process that is stopped', () => {
  it('gives a run back when the sign of life that was under way has ended', async () => {
    const ends: string[] = [];
    const { book, said, until, leave } = bookOf(({ path, body, signal }) => {
      if (path.endsWith('/release')) ends.push('release');
      const isLater = path.endsWith('/heartbeat') && (body as { attempt?: number }).attempt !== undefined;
      if (!isLater) return ANSWERS_AT_ONCE();
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () =>
          setImmediate(() => {
            ends.push('sign of life');
            reject(LEAVE);
          }),
        );
      });
    }, LEASE_SECONDS);
    void book.work(offer('run_1'), waitsForTheEnd);
    await until('run_1/heartbeat', 2);
    await leave();
    expect(ends).toEqual(['sign of life', 'release']);
    expect(said.at(-1)).toEqual({ what: 'run_1/release', body: { attempt: 1 } });
  });

  it('leaves a run alone that it was offered and never took', async () => {
    const { book, said, until, leave } = bookOf(ANSWERS_AT_ONCE);
    void book.work(offer('run_1'), waitsForTheEnd);
    await until('run_1/heartbeat', 1);
    void book.work(offer('run_2'), waitsForTheEnd);
    await leave();
    const releases = said.filter(({ what }) => what.endsWith('/release'));
    expect(releases).toEqual([{ what: 'run_1/release', body: { attempt: 1 } }]);
  });

  it('gives back a run that it was about to take, by the number that it is told', async () => {
    let takes: (taken: unknown) => void = () => {};
    const { book, said, until, leave } = bookOf(({ path, signal }) => {
      if (!path.endsWith('/heartbeat')) return ANSWERS_AT_ONCE();
      return new Promise((resolve, reject) => {
        takes = resolve;
        signal?.addEventListener('abort', () => reject(LEAVE));
      });
    });
    let isHandled = false;
    void book.work(offer('run_1'), () => void (isHandled = true));
    await until('run_1/heartbeat', 1);
    const left = leave();
    takes({ attempt: 3 });
    await left;
    expect(isHandled).toBe(false);
    expect(said.at(-1)).toEqual({ what: 'run_1/release', body: { attempt: 3 } });
  });

  it('gives back a run that it began itself and that nobody has taken, and no other', async () => {
    const { book, said, until, leave } = bookOf(async ({ path, method }) => {
      if (method === 'POST') return ANSWERS_AT_ONCE();
      const lease = path.endsWith('/run_3') ? { lease_expires_at: '2026-01-01T00:00:00Z' } : {};
      return { status: 'running', attempt: 2, ...lease };
    });
    void book.work(offer('run_1'), waitsForTheEnd);
    await until('run_1/heartbeat', 1);
    void book.work(offer('run_2', true), waitsForTheEnd);
    void book.work(offer('run_3', true), waitsForTheEnd);
    await leave();
    expect(said).toContainEqual({ what: 'run_2/release', body: { attempt: 2 } });
    expect(said.map(({ what }) => what)).not.toContain('run_3/release');
  });
});

describe('runs that ask', () => {
  it('give their slot to others meanwhile, and work one at a time when they have their answers', async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { book, until } = bookOf(async ({ path }) => {
      if (path !== '/api/agent/decisions') return { attempt: 1 };
      await answered;
      return { decision_id: 'dec_1', status: 'approved' };
    });
    let working = 0;
    let mostAtOnce = 0;
    const asks: RunHandler = async (run) => {
      await Promise.all(['send', 'pay'].map((key) => run.ask({ key, title: key })));
      mostAtOnce = Math.max(mostAtOnce, ++working);
      await new Promise((resolve) => setImmediate(resolve));
      working -= 1;
    };
    const runs = ['run_1', 'run_2', 'run_3'].map((id) => book.work(offer(id), asks));
    await until('/api/agent/decisions', 6);
    answer();
    expect(await Promise.all(runs)).toEqual(['completed', 'completed', 'completed']);
    expect(mostAtOnce).toBe(1);
  });
});
