import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import type { ExcerptPart, SearchHit } from '../../api/search.ts';
import { classNames } from '../../ui/class-names.ts';
import { Contained } from '../../ui/contained.tsx';
import { OutsideText, VisibleParts } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { KIND_NAMES } from './kind-names.ts';
import styles from './search-page.module.css';

interface SearchHitsProps {
  hits: readonly SearchHit[];
  /** They are of the words before, and the new ones are on their way. */
  isOld: boolean;
}

/** Hits, each a link to where it stands. */
export function SearchHits({ hits, isOld }: SearchHitsProps) {
  const { data: agents } = useQuery(agentsQuery);
  if (hits.length === 0) return null;
  return (
    <ol className={classNames(styles.hits, isOld && styles.old)} aria-label="Hits" aria-busy={isOld}>
      {hits.map((hit) => (
        <Contained key={hit.entry_id} isItem>
          <li>
            <HitLink hit={hit}>
              <span className={styles.about}>
                <span className={styles.kind}>{KIND_NAMES[hit.kind].one}</span>
                <span className={styles.agent}>
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
                <strong className={styles.title}>
                  <Excerpt parts={hit.title} />
                </strong>
              )}
              {hit.excerpt.length > 0 && (
                <span className={styles.excerpt}>
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

/** Leads to the message in its conversation, or to the task. */
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

function Excerpt({ parts }: { parts: readonly ExcerptPart[] }) {
  return (
    <bdi>
      {parts.map(({ text, is_match: isMatch }, index) => {
        const drawn = <VisibleParts text={plain(text)} isProse />;
        return isMatch ? <mark key={index}>{drawn}</mark> : <span key={index}>{drawn}</span>;
      })}
    </bdi>
  );
}

/** Signs of markdown around words say nothing in an excerpt, and may be cut in two by it. */
function plain(text: string): string {
  return text.replace(/\*\*|`+/g, '');
}
