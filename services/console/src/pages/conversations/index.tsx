import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { agentsQuery } from '../../api/agents.ts';
import { Page } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConversationList } from './conversation-list.tsx';
import styles from './conversations.module.css';

export function ConversationsPage() {
  const { agent: agentId = null, show = 'active' } = useSearch({ from: '/inside/conversations' });
  const navigate = useNavigate();
  const { data: agents = [] } = useQuery(agentsQuery);
  const interactive = agents.filter(({ kind }) => kind === 'interactive');
  const options = [
    { id: 'all', label: 'All agents' },
    ...interactive.map(({ agent_id: id, agent_name: label }) => ({ id, label })),
  ];
  const go = (next: { agent: string | null; show: string }): void =>
    void navigate({
      to: '/conversations',
      search: {
        ...(next.agent !== null && { agent: next.agent }),
        ...(next.show === 'archived' && { show: next.show }),
      },
      replace: true,
    });
  return (
    <Page
      title="Conversations"
      width="narrow"
      actions={
        options.length > 2 && (
          <div className={styles.filter}>
            <SelectField
              label="Agent"
              isLabelHidden
              options={options}
              value={agentId ?? 'all'}
              onChange={(id) => go({ agent: id === 'all' ? null : id, show })}
            />
          </div>
        )
      }
    >
      <Tabs
        label="Conversations"
        selected={show}
        onSelect={(id) => go({ agent: agentId, show: id })}
        items={[
          { id: 'active', label: 'Active', content: <ConversationList agentId={agentId} shelf="active" /> },
          {
            id: 'archived',
            label: 'Archived',
            content: <ConversationList agentId={agentId} shelf="archived" />,
          },
        ]}
      />
    </Page>
  );
}
