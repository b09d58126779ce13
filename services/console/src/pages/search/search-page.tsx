import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import { ApiError } from '../../api/api-error.ts';
import { readingPages } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { Field, FilterField } from '../../ui/fields.tsx';
import { Contained, LoadMore } from '../../ui/lists.tsx';
import { OutsideText, VisibleParts } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './search-page.module.css';

export const KINDS: Readonly<Record<SearchKind, string>> = {
  message: 'Messages',
  report: 'Reports',
  run: 'Runs',
  decision: 'Decisions',
  task: 'Tasks',
};

/** How long the person has not typed before the words are looked for, in milliseconds. */
const TYPED_MS = 250;
const LENGTH_MAX = 200;

export function SearchPage() {
  const { q = '', kind } = useSearch({ from: '/inside/search' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  // A space at the end says that the last word is whole.
  const words = typed.trim() === '' ? '' : typed.trimStart();

  useEffect(() => {
    if (words === q) return;
    const search = { q: words || undefined, kind };
    const timer = setTimeout(() => void navigate({ to: '/search', search, replace: true }), TYPED_MS);
    return () => clearTimeout(timer);
  }, [words, q, kind, navigate]);

  return (
    <Page
      title="Search"
      description="Messages, reports, runs, decisions and tasks, newest first."
      width="narrow"
    >
      <form role="search" className="flex wraps top gap-3" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Words"
          type="search"
          autoFocus
          value={typed}
          onChange={setTyped}
          maxLength={LENGTH_MAX}
          hint={'Finds all words. Use “quotes” for a phrase, and -word to exclude a word.'}
          className={styles.words ?? ''}
        />
        <FilterField
          label="Kind"
          isLabelHidden={false}
          all="Everything"
          words={KINDS}
          value={kind}
          onChange={(next) =>
            void navigate({ to: '/search', search: { q: q || undefined, kind: next }, replace: true })
          }
        />
      </form>
      {q !== '' && <Results words={q} kind={kind} />}
    </Page>
  );
}

function Results({ words, kind }: { words: string; kind: SearchKind | undefined }) {
  // While the next words are looked for, the hits of the words before stay.
  const pages = useInfiniteQuery({ ...searchQuery(words, kind), placeholderData: keepPreviousData });
  const { data, isPending, isPlaceholderData, hasNextPage } = pages;
  const error = pages.isFetchNextPageError ? null : pages.error;
  const hits = data?.pages.flat() ?? [];
  const isRefused = error instanceof ApiError && error.status === 422;
  return (
    <>
      <div role="status" className="visually-hidden">
        {!isPending && !isPlaceholderData && error === null && said(hits.length, hasNextPage)}
      </div>
      {isRefused ? <p>{error.message}</p> : <Waiting query={pages} label="Searching" />}
      {error === null && !isPending && hits.length === 0 && (
        <EmptyState icon={<SearchX size={26} />} title="Nothing found">
          Try fewer words, or the beginning of a word.
        </EmptyState>
      )}
      {error === null && <SearchHits hits={hits} isOld={isPlaceholderData} />}
      {!isPlaceholderData && <LoadMore pages={pages} label="More results" />}
    </>
  );
}

function said(count: number, hasMore: boolean): string {
  if (count === 0) return 'Nothing found';
  return `${count} ${count === 1 ? 'result' : 'results'}${hasMore ? ', and there are more' : ''}`;
}

interface SearchHitsProps {
  hits: readonly SearchHit[];
  /** They are of the words before, and the new ones are on their way. */
  isOld: boolean;
}

function SearchHits({ hits, isOld }: SearchHitsProps) {
  const { data: agents } = useQuery(agentsQuery);
  if (hits.length === 0) return null;
  return (
    <ol className={classNames(styles.hits, isOld && styles.old)} aria-label="Results" aria-busy={isOld}>
      {hits.map((hit) => (
        <Contained key={hit.entry_id}>
          <li>
            <HitLink hit={hit}>
              <span className={styles.about}>
                <span className="text strong">{singular(KINDS[hit.kind])}</span>
                <span className="anywhere">
                  <OutsideText
                    text={
                      agents?.find(({ agent_id: id }) => id === hit.agent_id)?.agent_name ??
                      hit.sender_name ??
                      ''
                    }
                  />
                </span>
                {hit.sender === 'human' && <span>from you</span>}
                <RelativeTime at={hit.at} />
              </span>
              {hit.title !== null && (
                <strong className="anywhere">
                  <Excerpt parts={hit.title} />
                </strong>
              )}
              {hit.excerpt.length > 0 && (
                <span className="anywhere">
                  <Excerpt parts={hit.excerpt} />
                </span>
              )}
            </HitLink>
          </li>
        </Contained>
      ))}
    </ol>
  );
}

function HitLink({ hit, children }: { hit: SearchHit; children: ReactNode }) {
  const { agent_id: agentId, conversation_id: conversation, at } = hit;
  if (conversation === null)
    return (
      <Link to="/agents/$agentId/tasks/$taskId" params={{ agentId, taskId: hit.id }} className={styles.hit}>
        {children}
      </Link>
    );
  return (
    <Link to="/agents/$agentId" params={{ agentId }} search={{ conversation, at }} className={styles.hit}>
      {children}
    </Link>
  );
}

/** Each of the words ends with an s. */
function singular(kind: string): string {
  return kind.slice(0, -1);
}

function Excerpt({ parts }: { parts: SearchHit['excerpt'] }) {
  return (
    <bdi>
      {parts.map(({ text, is_match: isMatch }, index) => {
        const drawn = <VisibleParts text={plainText(text)} isProse />;
        return isMatch ? <mark key={index}>{drawn}</mark> : <span key={index}>{drawn}</span>;
      })}
    </bdi>
  );
}

type SearchHit = Schemas['SearchHit'];
export type SearchKind = Schemas['SearchKind'];

/** What fits, newest first. */
function searchQuery(words: string, kind: SearchKind | undefined) {
  return readingPages(
    ['search', words, kind ?? ''],
    '/api/client/search',
    { query: { q: words, kind } },
    { limit: 20, cursorOf: ({ at, entry_id: id }) => `${at},${id}` },
  );
}
