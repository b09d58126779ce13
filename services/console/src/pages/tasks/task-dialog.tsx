import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { ApiError } from '../../api/api-error.ts';
import { changeTask, createTask } from '../../api/tasks.ts';
import type { Task } from '../../api/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { ScheduleField } from './schedule-field.tsx';
import { RunLimitsFields } from './run-limits-fields.tsx';
import { limitsDraftOf, limitsOf } from './run-limits.ts';
import { draftOf, scheduleOf } from './task-draft.ts';
import type { ScheduleDraft } from './task-draft.ts';
import styles from './task-dialog.module.css';

export interface TaskDialogProps {
  agentId: string;
  /** The task to change; without it a new one is made. */
  task?: Task;
  onClose: () => void;
}

const FORM_ID = 'task-form';

/** Makes a task, or changes one. */
export function TaskDialog({ agentId, task, onClose }: TaskDialogProps) {
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
      return task === undefined ? createTask(agentId, body) : changeTask(task.id, body);
    },
    onSuccess: async (saved) => {
      queries.setQueryData(['task', saved.id], saved);
      onClose();
      toast({ tone: 'good', text: task === undefined ? 'The task is made.' : 'The task is changed.' });
      await queries.invalidateQueries({ queryKey: ['tasks', agentId] });
    },
  });
  const refusal = saving.error instanceof ApiError ? saving.error : null;
  const limitErrors = {
    timeoutSeconds: refusal?.messageFor('timeout_seconds'),
    retries: refusal?.messageFor('retry.max'),
    backoffSeconds: refusal?.messageFor('retry.backoff_seconds'),
  };
  const shownAtFields = [
    'name',
    'prompt',
    'schedule',
    'timezone',
    'run_at',
    'timeout_seconds',
    'retry.max',
    'retry.backoff_seconds',
  ];
  const isShown = shownAtFields.some((field) => refusal?.messageFor(field) !== undefined);
  return (
    <Dialog
      title={task === undefined ? 'New task' : 'Change the task'}
      shape="wide"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            isPending={saving.isPending}
            isDisabled={name.trim() === '' || prompt.trim() === ''}
          >
            {task === undefined ? 'Make task' : 'Save'}
          </Button>
        </>
      }
    >
      <Form
        id={FORM_ID}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
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
          hint="What the agent is told with each run."
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
        {saving.isError && !isShown && <ErrorNotice error={saving.error} />}
      </Form>
    </Dialog>
  );
}
