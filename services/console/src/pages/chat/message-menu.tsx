import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Agent } from '../../api/agents.ts';
import { goneAfter } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { conversationsQuery, messagesQuery } from '../../api/conversations.ts';
import type { Message } from '../../api/conversations.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { clockTime } from '../../ui/time-format.ts';

interface MessageMenuProps {
  agent: Agent;
  message: Message;
  className?: string | undefined;
}

export function MessageMenu({ agent, message, className }: MessageMenuProps) {
  const [isAsking, setAsking] = useState(false);
  const path = { message_id: message.id };
  return (
    <>
      <ActionMenu
        label={`Actions for the message of ${clockTime(new Date(message.created_at))}`}
        className={className}
        actions={[
          {
            id: 'delete',
            label: 'Delete message…',
            icon: <Trash2 aria-hidden size={16} />,
            isDanger: true,
            onAction: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        title="Delete this message?"
        action="Delete message"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => goneAfter(call('delete', '/api/client/messages/{message_id}', { path }))}
        stale={[messagesQuery(message.conversation_id).queryKey, conversationsQuery.queryKey]}
      >
        <p>{consequence(message, <OutsideText text={agent.agent_name} />)} This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}

function consequence({ kind, sender }: Message, agentName: ReactNode): ReactNode {
  if (kind === 'decision')
    return (
      <>
        The request is deleted with it. If you have not answered it, {agentName} is told that you have
        dismissed it.
      </>
    );
  if (kind === 'run') return 'The summary of the run is deleted with it. The run itself stays.';
  if (sender === 'agent') return 'It is deleted with its files, for you and in the history of the agent.';
  return (
    <>
      It is deleted with its files. If {agentName} has not received it yet, it will not. Otherwise {agentName}{' '}
      may still know it.
    </>
  );
}
