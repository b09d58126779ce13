import type { SearchHit } from '@svc/store';
import type { OperationParts } from './parts.js';
import { search } from './search.js';

type Call = Parameters<ReturnType<typeof search>['search']>[0];

function hitOf(...body: string[]): SearchHit {
  const place = {
    entryId: 'msg_1',
    id: 'msg_1',
    at: new Date(0),
    kind: 'message' as const,
    agentId: 'agt_1',
  };
  const message = { conversationId: null, messageId: null, sender: null, senderName: null };
  return { ...place, ...message, title: null, body };
}

async function excerptsOf(hits: SearchHit[]): Promise<string[]> {
  const store = { search: { search: async () => hits } };
  const operations = search({ store } as unknown as OperationParts);
  const call = { auth: { userId: 'user_1' }, query: { q: 'needle' } } as unknown as Call;
  const shown = await operations.search(call);
  return shown.map(({ excerpt }) =>
    excerpt.map((part) => (part.is_match ? `[${part.text}]` : part.text)).join(''),
  );
}

const FAR = `${'hay '.repeat(3_999)}needle`;

describe('the excerpts of a page', () => {
  it('look at 20,000 words together, and show the texts behind these from their beginning', async () => {
    const excerpts = await excerptsOf(Array.from({ length: 50 }, () => hitOf(FAR)));
    expect(excerpts.slice(0, 5).every((excerpt) => excerpt.endsWith('[needle]'))).toBe(true);
    expect(excerpts.slice(5).every((excerpt) => /^hay (hay )+hay…$/.test(excerpt))).toBe(true);
    expect(excerpts).toHaveLength(50);
  });

  it('look at no text behind the first that fits', async () => {
    const long = hitOf('needle', FAR, FAR);
    const excerpts = await excerptsOf([long, long, long, hitOf('none', FAR)]);
    expect(excerpts.slice(0, 3)).toEqual(['[needle]', '[needle]', '[needle]']);
    expect(excerpts[3]).toMatch(/\[needle\]$/);
  });

  it('let the process do other things between two hits', async () => {
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await excerptsOf(Array.from({ length: 50 }, () => hitOf('needle')));
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(49);
  });
});
