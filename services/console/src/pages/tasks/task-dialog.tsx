import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { changeTask } from '../../api/tasks.ts';
import type { NewTask, Task } from '../../api/tasks.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { draftOf, scheduleOf } from './schedule-words.ts';
import type { ScheduleDraft } from './schedule-words.ts';

interface TaskDialogProps {
  agentId: string;
  /** The task to change; without it a new one is made. */
  task?: Task;
  onSaved?: (task: Task) => void;
  onClose: () => void;
}

export function TaskDialog({ agentId, task, onSaved, onClose }: TaskDialogProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(task?.name ?? '');
  const [prompt, setPrompt] = useState(task?.prompt ?? '');
  const [draft, setDraft] = useState<ScheduleDraft>(() => draftOf(task));
  const [limits, setLimits] = useState(() => limitsDraftOf(task));
  const saving = useMutation({
    mutationFn: () => {
      const body = {
        name: name.trim(),
        prompt: prompt.trim(),
        ...scheduleOf(draft),
        ...limitsOf(limits, task),
      };
      if (task !== undefined) return changeTask(task.id, body);
      return call('post', '/api/client/agents/{agent_id}/tasks', { path: { agent_id: agentId }, body });
    },
    onSuccess: (saved) => {
      queries.setQueryData(['task', saved.id], saved);
      onClose();
      onSaved?.(saved);
    },
    meta: {
      done: task === undefined ? 'The task is created.' : 'The task is saved.',
      stale: [['tasks', agentId]],
    },
  });
  const refusal = saving.error instanceof ApiError ? saving.error : null;
  const limitErrors = {
    timeoutSeconds: refusal?.messageFor('timeout_seconds'),
    retries: refusal?.messageFor('retry.max'),
    backoffSeconds: refusal?.messageFor('retry.backoff_seconds'),
  };
  return (
    <FormDialog
      title={task === undefined ? 'New task' : 'Edit task'}
      shape="wide"
      action={task === undefined ? 'Create task' : 'Save'}
      isPending={saving.isPending}
      isDisabled={name.trim() === '' || prompt.trim() === ''}
      onClose={onClose}
      onSubmit={() => saving.mutate()}
    >
      <Field
        label="Name"
        placeholder="Morning mail"
        isRequired
        autoFocus
        maxLength={200}
        value={name}
        onChange={setName}
        error={refusal?.messageFor('name')}
      />
      <Field
        label="Instructions"
        placeholder="Read the new mail, answer what is simple, and report the rest."
        hint="The agent gets this with each run."
        isRequired
        lines={5}
        maxLength={32_768}
        value={prompt}
        onChange={setPrompt}
        error={refusal?.messageFor('prompt')}
      />
      <ScheduleField
        draft={draft}
        onChange={setDraft}
        errors={{
          schedule: refusal?.messageFor('schedule'),
          timezone: refusal?.messageFor('timezone'),
          runAt: refusal?.messageFor('run_at'),
        }}
      />
      <RunLimitsFields draft={limits} onChange={setLimits} errors={limitErrors} />
      {saving.isError && !refusal?.fields.length && <ErrorNotice error={saving.error} />}
    </FormDialog>
  );
}

interface RunLimitsFieldsProps {
  draft: LimitsDraft;
  onChange: (draft: LimitsDraft) => void;
  errors: Record<keyof LimitsDraft, string | undefined>;
}

function RunLimitsFields({ draft, onChange, errors }: RunLimitsFieldsProps) {
  const field = (name: keyof LimitsDraft) => ({
    inputMode: 'numeric' as const,
    maxLength: 6,
    value: draft[name],
    onChange: (text: string) => onChange({ ...draft, [name]: text }),
    error: errors[name],
  });
  return (
    <div className="columns">
      <Field
        label="Time limit, in seconds"
        hint="A run that takes longer fails. Leave empty for no limit."
        {...field('timeoutSeconds')}
      />
      <Field
        label="Retries"
        hint="How often a run is tried again when its agent stops responding or it takes too long: at most 10."
        {...field('retries')}
      />
      {draft.retries.trim() !== '' && (
        <Field
          label="First delay, in seconds"
          hint="Each further delay is twice as long."
          {...field('backoffSeconds')}
        />
      )}
    </div>
  );
}

/** Numbers as they are typed, empty for none. */
interface LimitsDraft {
  timeoutSeconds: string;
  retries: string;
  backoffSeconds: string;
}

const BACKOFF_SECONDS_AT_FIRST = '30';

function limitsDraftOf(task: Task | undefined): LimitsDraft {
  const { timeout_seconds: timeout, retry } = task ?? {};
  return {
    timeoutSeconds: timeout === undefined ? '' : String(timeout),
    retries: retry === undefined ? '' : String(retry.max),
    backoffSeconds: retry === undefined ? BACKOFF_SECONDS_AT_FIRST : String(retry.backoff_seconds),
  };
}

/** Of a new task nothing is said that was left empty. */
function limitsOf(draft: LimitsDraft, task: Task | undefined): Pick<NewTask, 'timeout_seconds' | 'retry'> {
  const timeout = draft.timeoutSeconds.trim();
  const retries = draft.retries.trim();
  const nothing = task === undefined ? undefined : null;
  const limits = {
    timeout_seconds: timeout === '' ? nothing : numberOf(timeout),
    retry:
      retries === ''
        ? nothing
        : { max: numberOf(retries), backoff_seconds: numberOf(draft.backoffSeconds.trim()) },
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

/** What is no number is sent as one that the service refuses at its field. */
function numberOf(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : -1;
}
