import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { refresh } from './touched-keys.ts';

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
