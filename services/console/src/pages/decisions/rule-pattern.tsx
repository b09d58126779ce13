import { useQuery } from '@tanstack/react-query';
import { rulePreviewQuery } from '../../api/decisions.ts';
import type { Decision } from '../../api/decisions.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { RulePreview } from './rule-preview.tsx';
import styles from './decision-card.module.css';

interface RulePatternProps {
  decision: Decision;
  pattern: string;
  onChange: (pattern: string) => void;
}

/** The pattern of a rule, what the agent suggests for it, and what it would have covered so far. */
export function RulePattern({ decision, pattern, onChange }: RulePatternProps) {
  const { agent_id: agentId, suggested_pattern: suggested } = decision;
  return (
    <div className={styles.rule}>
      <Field
        label="Pattern"
        hint="A star stands for any run of characters. Without one the rule allows exactly this action."
        isMonospace
        maxLength={1000}
        value={pattern}
        onChange={onChange}
      />
      {suggested !== null && suggested !== pattern && (
        <Suggestion agentId={agentId} suggested={suggested} onUse={() => onChange(suggested)} />
      )}
      <RulePreview agentId={agentId} pattern={pattern} />
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
    <div className={styles.suggestion}>
      <p className={styles.meta}>
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
