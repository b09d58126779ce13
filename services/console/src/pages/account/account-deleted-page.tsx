import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { erasureQuery } from '../../api/account.ts';
import type { Schemas } from '../../api/client.ts';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { EntryFrame } from '../sign-in/entry-frame.tsx';

export function AccountDeletedPage() {
  const { erasure: erasureId } = useSearch({ from: '/account-deleted' });
  const { data, error, refetch } = useQuery(erasureQuery(erasureId));
  return (
    <EntryFrame title="Account deleted" lead="You can no longer sign in to it.">
      {error !== null && data === undefined && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <p role="status">{data === undefined ? '' : progressWords(data)}</p>
      <p>
        <Link to="/sign-up">Create another account</Link>
      </p>
    </EntryFrame>
  );
}

function progressWords({ status, remaining: { agents, files } }: Schemas['Erasure']): string {
  if (status === 'finished') return 'Everything has been removed.';
  return `Removing: ${agents} ${agents === 1 ? 'agent' : 'agents'} and ${files} ${files === 1 ? 'file' : 'files'} left.`;
}
