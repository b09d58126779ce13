import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import { rulePreviewQuery } from '../../api/decisions.ts';
import type { Decision } from '../../api/decisions.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Field } from '../../ui/fields.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './decision-card.module.css';

interface RulePatternProps {
  decision: Decision;
  pattern: string;
  onChange: (pattern: string) => void;
  children: ReactNode;
}

export function RulePattern({ decision, pattern, onChange, children }: RulePatternProps) {
  const { agent_id: agentId, suggested_pattern: suggested } = decision;
  return (
    <div className={styles.rule}>
      <Field
        label="Pattern"
        hint="A star matches any characters. Without one, the rule allows exactly this action."
        isMonospace
        maxLength={1000}
        value={pattern}
        onChange={onChange}
      />
      {suggested !== null && suggested !== pattern && (
        <Suggestion agentId={agentId} suggested={suggested} onUse={() => onChange(suggested)} />
      )}
      <RulePreview agentId={agentId} pattern={pattern} />
      {children}
    </div>
  );
}

interface SuggestionProps {
  agentId: string;
  suggested: string;
  onUse: () => void;
}

/** A narrow suggestion can be taken by a press. Who wants a broad one has to type it. */
function Suggestion({ agentId, suggested, onUse }: SuggestionProps) {
  const { data } = useQuery(rulePreviewQuery(agentId, suggested));
  return (
    <div className="line anywhere narrowable">
      <p className="muted small">
        The agent suggests <OutsideText text={suggested} isCode />
        {data?.is_broad === true && ', which allows almost everything. Type it if you mean that.'}
      </p>
      {data?.is_broad === false && (
        <Button size="small" aria-label={`Use the pattern ${visibleText(suggested)}`} onPress={onUse}>
          Use it
        </Button>
      )}
    </div>
  );
}

const SAMPLES_SHOWN_MAX = 5;

function RulePreview({ agentId, pattern }: { agentId: string; pattern: string }) {
  const settled = useDeferredValue(pattern);
  const { data, error } = useQuery({
    ...rulePreviewQuery(agentId, settled),
    placeholderData: (previous) => previous,
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined || pattern === '') return null;
  return (
    <div role="status" className="small anywhere">
      <p>
        Covers <strong>{data.count}</strong> of the {data.examined}{' '}
        {data.examined === 1 ? 'request' : 'requests'} so far
        {data.samples.length > 0 ? ':' : '.'}
      </p>
      <ul>
        {data.samples.slice(0, SAMPLES_SHOWN_MAX).map((sample) => (
          <li key={sample.decision_id}>
            <OutsideText text={sample.action} isCode /> <span className="muted small">({sample.status})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

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
      title="Allow all of this?"
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            Go back
          </Button>
          <Button variant="danger" onPress={onConfirm}>
            Always allow all of it
          </Button>
        </>
      }
    >
      <div className="grid gap-3 below">
        <p>
          From now on <OutsideText text={name} /> may do everything that matches this pattern without asking:
        </p>
        <OutsideText text={pattern} isCode className={styles.action} />
        <p>You can revoke the rule in the agent’s settings. What it has approved by then stays approved.</p>
        <RulePreview agentId={agentId} pattern={pattern} />
      </div>
    </Dialog>
  );
}
