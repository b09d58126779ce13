import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { conversationQuery } from '../../api/conversations.ts';
import { Button } from '../../ui/button.tsx';
import { useConversationChange } from '../conversations/use-conversation-change.ts';
import styles from './put-away-notice.module.css';

/** Says that the open conversation is put away, and brings it back. */
export function PutAwayNotice({ conversationId }: { conversationId: string }) {
  const { data: conversation } = useQuery(conversationQuery(conversationId));
  const change = useConversationChange(conversationId);
  if (conversation?.archived !== true) return null;
  return (
    <div className={styles.notice}>
      <Archive aria-hidden size={16} />
      <span>This conversation is put away. The next message brings it back.</span>
      <Button size="small" isPending={change.isPending} onPress={() => change.mutate({ archived: false })}>
        Bring back
      </Button>
    </div>
  );
}
