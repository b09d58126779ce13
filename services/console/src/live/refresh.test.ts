import { jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { refresh } from './touched-keys.ts';
import { frameListener } from './use-live-updates.ts';

describe('a change during the first read', () => {
  it('is seen, although the read had begun before it', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const answers: ((value: string) => void)[] = [];
    const observer = new QueryObserver(queries, {
      queryKey: ['messages'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    });
    const shown: (string | undefined)[] = [];
    const unsubscribe = observer.subscribe(({ data }) => shown.push(data));
    const refreshed = refresh(queries, { queryKey: ['messages'] });
    answers[0]?.('before the change');
    while (answers.length < 2) await Promise.resolve();
    answers[1]?.('after it');
    await refreshed;
    expect(observer.getCurrentResult().data).toBe('after it');
    expect(shown).not.toContain('before the change');
    unsubscribe();
    queries.clear();
  });
});

describe('lists of conversations', () => {
  it('are read again at once, and once for all changes of the next second', async () => {
    jest.useFakeTimers();
    const queries = new QueryClient();
    const read = jest.spyOn(queries, 'invalidateQueries');
    const hear = frameListener(queries);
    const hearTwice = async (reads: number) => {
      for (const type of ['conversation', 'conversation'] as const) hear({ type });
      await jest.advanceTimersByTimeAsync(0);
      expect(read).toHaveBeenCalledTimes(reads);
    };
    await hearTwice(1);
    await jest.advanceTimersByTimeAsync(1_000);
    // That has a pause of its own.
    await hearTwice(2);
    await jest.advanceTimersByTimeAsync(2_000);
    await hearTwice(4);
    jest.useRealTimers();
  });
});
