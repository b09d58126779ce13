import { KeyRound } from 'lucide-react';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './agent-secret.module.css';

/** A secret that is shown only now, and how to keep it. Also for a secret that was rotated. */
export function AgentSecret({ agentId, secret }: { agentId: string; secret: string }) {
  return (
    <div className={styles.box}>
      <p className={styles.warning}>
        <KeyRound aria-hidden size={18} />
        <span>
          <strong>Copy the secret now.</strong> It is shown this once and cannot be looked up later; you can
          only make a new one.
        </span>
      </p>
      <dl className={styles.values}>
        <dt>Agent id</dt>
        <dd>
          <code>{agentId}</code>
          <CopyButton text={agentId} what="agent id" />
        </dd>
        <dt>Secret</dt>
        <dd>
          <code>{secret}</code>
          <CopyButton text={secret} what="secret" />
        </dd>
      </dl>
    </div>
  );
}
