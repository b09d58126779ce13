import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../api/agents.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RulePreview } from './rule-preview.tsx';
import styles from './decision-card.module.css';

interface BroadRuleDialogProps {
  agentId: string;
  pattern: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a rule that covers all of a verb or more. */
export function BroadRuleDialog({ agentId, pattern, isOpen, onClose, onConfirm }: BroadRuleDialogProps) {
  const { data: agents } = useQuery({ ...agentsQuery, enabled: isOpen });
  const name = agents?.find((agent) => agent.agent_id === agentId)?.agent_name ?? 'The agent';
  return (
    <Dialog
      title="Allow this much?"
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            Go back
          </Button>
          <Button variant="danger" onPress={onConfirm}>
            Allow all of it, always
          </Button>
        </>
      }
    >
      <div className={styles.answer}>
        <p>
          From now on <OutsideText text={name} /> may do everything whose action fits this pattern, and nobody
          is asked:
        </p>
        <OutsideText text={pattern} isCode className={styles.action} />
        <p>You can revoke the rule in the agent’s settings. What it has approved by then stays approved.</p>
        <RulePreview agentId={agentId} pattern={pattern} />
      </div>
    </Dialog>
  );
}
