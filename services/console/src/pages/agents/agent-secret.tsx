import { KeyRound } from 'lucide-react';
import { CopiedCode } from '../../ui/copy-button.tsx';
import { FactList } from '../../ui/lists.tsx';

interface AgentSecretProps {
  agentId: string;
  secret: string;
  what?: keyof typeof LABELS;
}

const LABELS = { secret: 'Secret', key: 'Key', 'signing secret': 'Signing secret' } as const;

export function AgentSecret({ agentId, secret, what = 'secret' }: AgentSecretProps) {
  return (
    <div className="stack-4">
      <p className="notice flex gap-2 small soft-warn">
        <KeyRound aria-hidden size={18} />
        <span>
          <strong>Copy the {what} now.</strong> It is shown only once. If you lose it, create a new one.
        </span>
      </p>
      <FactList
        facts={[
          ['Agent id', <CopiedCode key="id" text={agentId} what="agent id" />],
          [LABELS[what], <CopiedCode key="secret" text={secret} what={what} />],
        ]}
      />
    </div>
  );
}
