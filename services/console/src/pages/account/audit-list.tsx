import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Fragment } from 'react';
import { auditQuery } from '../../api/audit.ts';
import type { AuditEntry, AuditFilter } from '../../api/audit.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LogList } from '../../ui/card-list.tsx';
import { Contained } from '../../ui/contained.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { actionWords, detailWords } from './audit-words.ts';
import styles from './activity.module.css';

/** Entries of the audit log, newest first. Older ones come as a person scrolls. */
export function AuditList({ filter, onShowAll }: { filter: AuditFilter; onShowAll: () => void }) {
  const log = useInfiniteQuery(auditQuery(filter));
  const isFiltered = filter.area !== null || filter.keyId !== null;
  if (log.isPending) return <Loading label="Loading the log" />;
  if (log.data === undefined) {
    return (
      <ErrorNotice error={log.error} title="Could not load the log." onRetry={() => void log.refetch()} />
    );
  }
  const entries = log.data.pages.flat();
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No such entries"
        action={isFiltered && <Button onPress={onShowAll}>Show all entries</Button>}
      >
        Nothing was recorded here, or its days are over.
      </EmptyState>
    );
  }
  return (
    <LogList label="Activity" pages={log} more="Show older entries">
      {entries.map((entry) => (
        <Contained key={entry.audit_id} isItem>
          <Entry entry={entry} />
        </Contained>
      ))}
    </LogList>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const details = detailWords(entry);
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        <span className={styles.action}>
          <OutsideText text={actionWords(entry)} />
        </span>
        {entry.outcome === 'refused' && <Badge tone="bad">Refused</Badge>}
        {entry.actor === 'system' && <Badge>By itself</Badge>}
        {entry.key_name !== null && (
          <Badge>
            <span>
              By key <OutsideText text={entry.key_name} />
            </span>
          </Badge>
        )}
      </div>
      {details.length > 0 && (
        <div className={styles.details}>
          {details.map((detail, index) => (
            <Fragment key={index}>
              {index > 0 && ' · '}
              <OutsideText text={detail} />
            </Fragment>
          ))}
        </div>
      )}
      <div className={styles.from}>
        <RelativeTime at={entry.created_at} />
        {entry.address !== null && <span>from {entry.address}</span>}
      </div>
    </li>
  );
}
