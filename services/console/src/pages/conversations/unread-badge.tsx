import { CountBadge } from '../../ui/badge.tsx';

/** How many messages of an agent are not read; nothing if all are. */
export function UnreadBadge({ count }: { count: number }) {
  return <CountBadge count={count} what={count === 1 ? 'new message' : 'new messages'} />;
}
