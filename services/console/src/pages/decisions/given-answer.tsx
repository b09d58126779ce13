import type { AnswerField, AnswerSchema, AnswerValue, AnswerValues } from '../../api/decisions.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { fullTime } from '../../ui/time-format.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { own, titleOf } from './answer-draft.ts';
import styles from './answer-fields.module.css';

interface GivenAnswerProps {
  schema: AnswerSchema;
  answer: AnswerValues;
  proposed: AnswerValues | null;
}

/** What was filled in, and what the agent had proposed where that was something else. */
export function GivenAnswer({ schema, answer, proposed }: GivenAnswerProps) {
  return (
    <dl className={styles.list} aria-label={visibleText(schema.title ?? 'The answer')}>
      {Object.entries(schema.properties).map(([name, field]) => {
        const [given, former] = [own(answer, name), own(proposed ?? {}, name)];
        return [
          <dt key={`${name} is`}>
            <OutsideText text={titleOf(name, field)} />
          </dt>,
          <dd key={name}>
            {given === undefined ? '–' : <OutsideText text={words(field, given)} />}
            {former !== undefined && former !== given && (
              <span className={styles.before}>
                {' '}
                (proposed: <OutsideText text={words(field, former)} />)
              </span>
            )}
          </dd>,
        ];
      })}
    </dl>
  );
}

function words({ format }: AnswerField, value: AnswerValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return format === 'date-time' ? fullTime(new Date(String(value))) : String(value);
}
