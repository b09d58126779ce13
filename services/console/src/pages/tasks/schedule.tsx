import { useQuery } from '@tanstack/react-query';
import { toString as cronInWords } from 'cronstrue';
import { useDeferredValue } from 'react';
import { ApiError, fieldError } from '../../api/api-error.ts';
import { schedulePreviewQuery } from '../../api/tasks.ts';
import type { NewTask, Task } from '../../api/tasks.ts';
import { ChoiceField, Field } from '../../ui/fields.tsx';
import { localInputTime } from '../../ui/time-format.ts';
import styles from './schedule-field.module.css';

const WAYS: readonly { id: When; name: string; text: string }[] = [
  { id: 'cron', name: 'On a schedule', text: 'Repeatedly, at set times.' },
  { id: 'once', name: 'Once', text: 'At a set time, or right away.' },
  { id: 'event', name: 'On a trigger', text: 'When another system calls its URL.' },
];

const ownTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What comes to mind; the service knows more, also under newer names. */
const ZONES = [...new Set([ownTimezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

interface ScheduleFieldProps {
  draft: ScheduleDraft;
  onChange: (draft: ScheduleDraft) => void;
  /** The refusal of a field of the task. */
  errorOf: (field: string) => string | undefined;
}

export function ScheduleField({ draft, onChange, errorOf }: ScheduleFieldProps) {
  return (
    <div className="stack gap-4">
      <ChoiceField
        label="When"
        choices={WAYS}
        value={draft.when}
        onChange={(when) => onChange({ ...draft, when })}
      />
      {draft.when === 'cron' && <CronFields {...{ draft, onChange, errorOf }} />}
      {draft.when === 'once' && (
        <Field
          label="At (your time)"
          type="datetime-local"
          hint="Leave empty to run right away."
          value={draft.runAt}
          onChange={(runAt) => onChange({ ...draft, runAt })}
          error={errorOf('run_at')}
        />
      )}
      {draft.when === 'event' && (
        <p className="muted small">
          The task gets a secret URL. Each call starts a run with the JSON that is sent. The same JSON again
          within a day starts none.
        </p>
      )}
    </div>
  );
}

function CronFields({ draft, onChange, errorOf }: ScheduleFieldProps) {
  // While a person types, the service is asked when there is time, and not after each key.
  const expression = useDeferredValue(draft.expression.trim());
  const timezone = useDeferredValue(draft.timezone.trim());
  const preview = useQuery(schedulePreviewQuery(expression, timezone));
  const words = preview.error instanceof ApiError ? null : cronWords(expression);
  return (
    <>
      <div className="columns">
        <Field
          label="Cron expression"
          isMonospace
          isRequired
          placeholder="0 9 * * 1-5"
          hint={words === null ? 'Minute, hour, day of month, month, day of week.' : `${words}.`}
          maxLength={200}
          value={draft.expression}
          onChange={(text) => onChange({ ...draft, expression: text })}
          error={fieldError(preview.error, 'schedule') ?? errorOf('schedule')}
        />
        <Field
          label="Time zone"
          isRequired
          suggestions={ZONES}
          value={draft.timezone}
          onChange={(timezone) => onChange({ ...draft, timezone })}
          error={fieldError(preview.error, 'timezone') ?? errorOf('timezone')}
        />
      </div>
      {preview.data !== undefined && (
        <div className={styles.next} aria-live="polite">
          <h3>The next five runs</h3>
          <ol className="figures">
            {preview.data.next_runs_at.map((at) => (
              <li key={at}>{zonedTime(at, timezone)}</li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

export function scheduleWords({ schedule, timezone }: Pick<Task, 'schedule' | 'timezone'>): string {
  if (schedule === 'once') return 'Once';
  if (schedule === 'event') return 'When its trigger is called';
  const words = cronWords(schedule);
  return words === null ? schedule : `${words}${timezone === 'UTC' ? ', UTC' : `, ${timezone}`}`;
}

function cronWords(expression: string): string | null {
  try {
    return cronInWords(expression, { use24HourTimeFormat: true, verbose: false });
  } catch {
    return null;
  }
}

/** By UTC if the browser does not know the zone: the service may know newer names. */
export function zonedTime(at: string, timezone: string): string {
  const { timeZone } = knownZone(timezone);
  return new Date(at).toLocaleString(undefined, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

function knownZone(timeZone: string): Intl.ResolvedDateTimeFormatOptions {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions();
  } catch {
    return Intl.DateTimeFormat(undefined, { timeZone: 'UTC' }).resolvedOptions();
  }
}

type When = 'cron' | 'once' | 'event';

export interface ScheduleDraft {
  when: When;
  expression: string;
  timezone: string;
  /** On the person's own clock, as `datetime-local` writes it; empty for at once. */
  runAt: string;
}

const EXPRESSION_AT_FIRST = '0 9 * * 1-5';

export function draftOf(task: Task | undefined): ScheduleDraft {
  if (task === undefined) {
    return { when: 'cron', expression: EXPRESSION_AT_FIRST, timezone: ownTimezone, runAt: '' };
  }
  const { schedule, timezone, run_at: runAt } = task;
  const when = schedule === 'once' || schedule === 'event' ? schedule : 'cron';
  return {
    when,
    expression: when === 'cron' ? schedule : EXPRESSION_AT_FIRST,
    timezone,
    runAt: runAt === null ? '' : localInputTime(new Date(runAt)),
  };
}

export function scheduleOf(draft: ScheduleDraft): Pick<NewTask, 'schedule' | 'timezone' | 'run_at'> {
  switch (draft.when) {
    case 'event':
      return { schedule: 'event' };
    case 'once':
      return { schedule: 'once', run_at: draft.runAt === '' ? null : new Date(draft.runAt).toISOString() };
    case 'cron':
      return { schedule: draft.expression.trim(), timezone: draft.timezone.trim() };
  }
}
