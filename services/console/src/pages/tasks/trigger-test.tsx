import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { callTrigger } from '../../api/trigger.ts';
import type { TriggerAnswer } from '../../api/trigger.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './trigger-test.module.css';

const EXAMPLE = '{\n  "hello": "world"\n}';

const ANSWERS: Readonly<Record<TriggerAnswer['status'], string>> = {
  triggered: 'Triggered: a run has started, and the agent has been told.',
  queued: 'Queued: the agent is offline. The run waits until it asks for it.',
  duplicate: 'Duplicate: this JSON has started a run within the last day, so no new one was started.',
};

/** Calls the trigger from here, as another system would. */
export function TriggerTest({ triggerId, taskId }: { triggerId: string; taskId: string }) {
  const [text, setText] = useState(EXAMPLE);
  const queries = useQueryClient();
  const call = useMutation({
    mutationFn: (json: string) => callTrigger(triggerId, json),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs', taskId] }),
  });
  const isPayload = isObject(text);
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPayload) call.mutate(text);
      }}
    >
      <Field
        label="Send a test"
        lines={4}
        isMonospace
        spellCheck="false"
        value={text}
        onChange={setText}
        error={isPayload ? undefined : 'This is not a JSON object.'}
      />
      <div className={styles.line}>
        <Button type="submit" isPending={call.isPending} isDisabled={!isPayload}>
          Send
        </Button>
        <span role="status" className={styles.answer}>
          {call.data !== undefined && ANSWERS[call.data.status]}
        </span>
      </div>
      {call.isError && <ErrorNotice error={call.error} title="The trigger refused the call." />}
    </Form>
  );
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
