import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callTrigger, removeTriggerSender, rotateTrigger, triggerUrl } from '../../api/tasks.ts';
import type { Task, TriggerAnswer, TriggerSender } from '../../api/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { fullTime } from '../../ui/time-format.ts';
import { REASONS, schemeName, SenderDialog } from './sender-dialog.tsx';
import styles from './trigger-panel.module.css';

const FOR_ANYBODY =
  'Whoever knows this URL can start the task. Each call with new JSON starts a run. For the same JSON again within 24 hours, send a new Idempotency-Key header.';
const FOR_SENDER = 'Only the sender can start the task by this URL. Each new delivery starts a run.';

/** The URL that starts the task, how to call it, and a call to try. */
export function TriggerPanel({ task, triggerId }: { task: Task; triggerId: string }) {
  const url = triggerUrl(triggerId);
  return (
    <Section
      title="Trigger"
      description={task.sender === undefined ? FOR_ANYBODY : FOR_SENDER}
      actions={<Rotation task={task} />}
    >
      <div className="stack-4">
        <div>
          <h3 className={styles.title}>URL</h3>
          <CodeBlock text={url} what="trigger URL" />
        </div>
        <div>
          <h3 className={styles.title}>With curl</h3>
          <CodeBlock text={curlOf(url)} what="curl command" />
        </div>
        <SenderPart task={task} />
        {task.sender === undefined && <TriggerTest triggerId={triggerId} taskId={task.id} />}
      </div>
    </Section>
  );
}

function curlOf(url: string): string {
  return `curl -X POST ${url} \\\n  -H 'content-type: application/json' \\\n  -d '{"hello": "world"}'`;
}

function Rotation({ task }: { task: Task }) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      button={{ children: 'New URL' }}
      title="Make a new URL?"
      action="Make a new URL"
      onConfirm={async () => queries.setQueryData(['task', task.id], await rotateTrigger(task.id))}
      done="The task has a new URL. The old one is gone."
      stale={[['tasks']]}
    >
      <p>The old one stops working at once, so whatever calls it has to be told the new one.</p>
    </ConfirmButton>
  );
}

const EXAMPLE = '{\n  "hello": "world"\n}';

const ANSWERS: Readonly<Record<TriggerAnswer['status'], string>> = {
  triggered: 'Triggered: a run has started, and the agent has been told.',
  queued: 'Queued: the agent is offline. The run waits until it asks for it.',
  duplicate: 'Duplicate: this JSON has started a run within the last day, so no new one was started.',
};

/** Calls the trigger from here, as another system would. */
function TriggerTest({ triggerId, taskId }: { triggerId: string; taskId: string }) {
  const [text, setText] = useState(EXAMPLE);
  const call = useMutation({
    mutationFn: (json: string) => callTrigger(triggerId, json),
    meta: { stale: [['runs', taskId]] },
  });
  const isPayload = isObject(text);
  return (
    <Form className="stack-3" onSubmit={() => isPayload && call.mutate(text)}>
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
        <span role="status" className="muted small">
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

/** Who may call the trigger, and how many calls were refused. */
function SenderPart({ task }: { task: Task }) {
  const { sender } = task;
  const [isSetting, setSetting] = useState(false);
  return (
    <div>
      <h3 className={styles.title}>Sender</h3>
      {sender === undefined ? (
        <p className="muted small">
          Whoever knows the URL may call it. If the sender signs its calls, say who it is.
        </p>
      ) : (
        <Facts sender={sender} />
      )}
      <div className={styles.actions}>
        <Button onPress={() => setSetting(true)}>
          {sender === undefined ? 'Set a sender' : 'Change sender'}
        </Button>
        {sender !== undefined && (
          <ConfirmButton
            button={{ children: 'Remove sender' }}
            title="Remove the sender?"
            action="Remove"
            onConfirm={() => removeTriggerSender(task.id)}
            done="Anybody who knows the URL can call it again."
            stale={[['task'], ['tasks']]}
          >
            <p>
              From then on anybody who knows the URL can start the task. The secret and the count are
              forgotten.
            </p>
          </ConfirmButton>
        )}
      </div>
      <SenderDialog task={task} isOpen={isSetting} onClose={() => setSetting(false)} />
    </div>
  );
}

function Facts({ sender }: { sender: TriggerSender }) {
  const { scheme, header, secrets, former_secrets_until: until, refused } = sender;
  const isInGrace = until !== null && new Date(until) > new Date();
  return (
    <>
      <p>
        <strong>{schemeName(scheme)}</strong>
        {header !== null && (
          <>
            , in <OutsideText text={header} isCode />
          </>
        )}
        {secrets > 1 && `, with ${secrets} secrets`}. Any other call is refused.
        {isInGrace && ` Until ${fullTime(new Date(until))} the former secret proves as well.`}
      </p>
      <p className="muted small">
        {refused === null ? (
          'No call was refused.'
        ) : (
          <>
            {refused.count === 1 ? 'One call was refused' : `${refused.count} calls were refused`}, the last{' '}
            <RelativeTime at={refused.last_at} />: {REASONS[refused.last_reason]}.
          </>
        )}
      </p>
    </>
  );
}
