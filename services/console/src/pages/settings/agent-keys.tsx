import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { agentKeysQuery, revokeAgentKey } from '../../api/agent-keys.ts';
import type { AgentKey } from '../../api/agent-keys.ts';
import type { Agent } from '../../api/agents.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { SCOPE_NAMES } from './scope-names.ts';
import styles from './settings.module.css';

/** The agent's keys, each with a button that revokes it, and those that have ended. */
export function AgentKeys({ agent }: { agent: Agent }) {
  const { agent_id: agentId } = agent;
  const { data: keys, error, refetch } = useQuery(agentKeysQuery(agentId));
  const [isMaking, setMaking] = useState(false);
  const active = keys?.filter((key) => key.state === 'active');
  const ended = keys?.filter((key) => key.state !== 'active') ?? [];
  return (
    <Section
      title="Keys"
      description="A program may use a key instead of the secret. A key opens only what you choose, and can be revoked without the others."
      actions={<Button onPress={() => setMaking(true)}>New key</Button>}
    >
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {active?.length === 0 && <p className={styles.muted}>None. The secret opens everything.</p>}
      {active !== undefined && active.length > 0 && (
        <ul className={styles.list} aria-label="Active keys">
          {active.map((key) => (
            <ActiveKey key={key.key_id} agentId={agentId} shown={key} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary>Keys that have ended ({ended.length})</summary>
          <ul className={styles.list} aria-label="Keys that have ended">
            {ended.map((key) => (
              <li key={key.key_id} className={styles.row}>
                <KeyFacts shown={key} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <NewKeyDialog agent={agent} isOpen={isMaking} onClose={() => setMaking(false)} />
    </Section>
  );
}

function ActiveKey({ agentId, shown }: { agentId: string; shown: AgentKey }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const revoke = async (): Promise<void> => {
    await revokeAgentKey(agentId, shown.key_id);
    await queries.invalidateQueries({ queryKey: agentKeysQuery(agentId).queryKey });
    toast({ tone: 'good', text: `The key “${shown.name}” opens nothing any more.` });
  };
  return (
    <li className={styles.row}>
      <KeyFacts shown={shown} />
      <Button size="small" aria-label={`Revoke ${shown.name}`} onPress={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        title={`Revoke ${shown.name}?`}
        action="Revoke key"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={revoke}
      >
        <p>Programs that use it are disconnected and refused. This cannot be undone.</p>
      </ConfirmDialog>
    </li>
  );
}

function KeyFacts({ shown }: { shown: AgentKey }) {
  return (
    <div className={styles.pattern}>
      <div className={styles.named}>
        <strong>{shown.name}</strong>
        {shown.online && <Badge tone="good">Connected</Badge>}
        {shown.state === 'expired' && <Badge tone="warn">Expired</Badge>}
        {shown.state === 'revoked' && <Badge tone="bad">Revoked</Badge>}
      </div>
      <div className={styles.muted}>{shown.scopes.map((scope) => SCOPE_NAMES[scope].name).join(', ')}</div>
      <div className={styles.muted}>
        {shown.last_used_at === null ? (
          'Never used'
        ) : (
          <>
            Last used <RelativeTime at={shown.last_used_at} />
          </>
        )}
        {shown.state === 'active' && shown.expires_at !== null && (
          <>
            {' · '}ends <RelativeTime at={shown.expires_at} />
          </>
        )}
      </div>
    </div>
  );
}
