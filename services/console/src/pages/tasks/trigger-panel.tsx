import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isPolling } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { call, callJson, publicBaseUrl } from '../../api/client.ts';
import type { Task, TriggerSender } from '../../api/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { ConfirmButton, DialogButton } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Field } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { fullTime } from '../../ui/time-format.ts';
import { useAgent, useIsPolling } from '../agents/agent-layout.tsx';
import { REASONS, schemeName, SenderDialog } from './sender-dialog.tsx';

const FOR_ANYBODY =
  'Anyone with this URL can start the task. Each call with new JSON starts a run. To send the same JSON again within 24 hours, add a new Idempotency-Key header.';
const FOR_SENDER = 'Only the sender can start the task with this URL. Each new delivery starts a run.';

export function TriggerPanel({ task, triggerId }: { task: Task; triggerId: string }) {
  const agent = useAgent();
  const url = `${publicBaseUrl()}/webhook/${triggerId}`;
  return (
    <Section
      title="Trigger"
      description={task.sender === undefined ? FOR_ANYBODY : FOR_SENDER}
      actions={<Rotation task={task} />}
    >
      <div className="stack gap-4">
        <TriggerChannel agent={agent} />
        <div className="stack gap-6px">
          <h3 className="small">URL</h3>
          <CodeBlock text={url} what="trigger URL" />
        </div>
        <div className="stack gap-6px">
          <h3 className="small">With curl</h3>
          <CodeBlock text={curlOf(url)} what="curl command" />
        </div>
        <SenderPart task={task} />
        {task.sender === undefined && <TriggerTest {...{ agent, triggerId }} taskId={task.id} />}
      </div>
    </Section>
  );
}

function TriggerChannel({ agent }: { agent: Agent }) {
  const isCollecting = useIsPolling(agent);
  const isPushed = agent.online || (agent.webhook_url !== null && agent.push_triggers_to_webhook);
  const isWaiting = !isPushed && !isCollecting;
  return (
    <p role="status" className={isWaiting ? 'warn small' : 'muted small'}>
      {channelWords(agent)}
      {isWaiting && ' Triggers wait until it connects or polls.'}
    </p>
  );
}

function channelWords(agent: Agent): string {
  if (agent.online) return 'The agent is online and gets each trigger at once.';
  if (agent.webhook_url !== null && agent.push_triggers_to_webhook)
    return 'The agent is not connected. Triggers go to its webhook.';
  if (isPolling(agent)) return 'The agent polls. Each trigger waits for its next poll.';
  return agent.webhook_url === null
    ? 'The agent is offline and has no webhook.'
    : 'The agent is not connected, and its settings do not send triggers to its webhook.';
}

function curlOf(url: string): string {
  return `curl -X POST ${url} \\\n  -H 'content-type: application/json' \\\n  -d '{"hello": "world"}'`;
}

function Rotation({ task }: { task: Task }) {
  return (
    <ConfirmButton
      button={{ children: 'Replace URL' }}
      title="Replace the URL?"
      action="Replace URL"
      onConfirm={() =>
        call('post', '/api/client/tasks/{task_id}/trigger/rotate', { path: { task_id: task.id } })
      }
      answers={['task', task.id]}
      done="The task has a new URL."
      stale={[['tasks']]}
    >
      <p>The old URL stops working at once. Every system that calls it needs the new one.</p>
    </ConfirmButton>
  );
}

const EXAMPLE = '{\n  "hello": "world"\n}';

interface TriggerAnswer {
  status: 'triggered' | 'queued' | 'duplicate';
}

function answerWords({ status }: TriggerAnswer, agent: Agent): string {
  switch (status) {
    case 'triggered':
      return 'A run was created and sent to the agent.';
    case 'queued':
      return agent.webhook_url !== null && agent.push_triggers_to_webhook
        ? 'The run is sent to its webhook.'
        : 'The run starts when the agent connects or polls.';
    case 'duplicate':
      return 'Duplicate: this JSON has started a run within the last day, so no new one was started.';
  }
}

function TriggerTest({ agent, triggerId, taskId }: { agent: Agent; triggerId: string; taskId: string }) {
  const [text, setText] = useState(EXAMPLE);
  const test = useMutation({
    // As an external system does, with the JSON as it is: parsed and written again, numbers could be others.
    mutationFn: (json: string) => callJson(`/webhook/${triggerId}`, json) as Promise<TriggerAnswer>,
    meta: { stale: [['runs', taskId]] },
  });
  const isPayload = isObject(text);
  return (
    <Form className="stack gap-3" onSubmit={() => isPayload && test.mutate(text)}>
      <Field
        label="Test call"
        lines={4}
        isMonospace
        spellCheck="false"
        value={text}
        onChange={setText}
        error={isPayload ? undefined : 'This is not a JSON object.'}
      />
      <div className="line gap-3">
        <Button type="submit" isPending={test.isPending} isDisabled={!isPayload}>
          Send
        </Button>
        <span role="status" className="muted small">
          {test.data !== undefined && answerWords(test.data, agent)}
        </span>
      </div>
      <ErrorNotice error={test.error} title="The trigger refused the call." />
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

function SenderPart({ task }: { task: Task }) {
  const { sender } = task;
  return (
    <div className="stack gap-6px">
      <h3 className="small">Sender</h3>
      <div>
        {sender === undefined ? (
          <p className="muted small">
            Anyone with the URL can call it. If the sender signs its calls, set it here.
          </p>
        ) : (
          <Facts sender={sender} />
        )}
        <div className="actions below">
          <DialogButton dialog={(onClose) => <SenderDialog task={task} onClose={onClose} />}>
            {sender === undefined ? 'Set a sender' : 'Change sender'}
          </DialogButton>
          {sender !== undefined && (
            <ConfirmButton
              button={{ children: 'Remove sender' }}
              title="Remove the sender?"
              action="Remove"
              onConfirm={() =>
                call('delete', '/api/client/tasks/{task_id}/sender', { path: { task_id: task.id } })
              }
              done="Anyone with the URL can call it again."
              stale={[['task'], ['tasks']]}
            >
              <p>
                From then on anyone with the URL can start the task. The secret and the count are deleted.
              </p>
            </ConfirmButton>
          )}
        </div>
      </div>
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
        {header !== null && said`, in ${<OutsideText text={header} isCode />}`}
        {secrets > 1 && `, with ${secrets} secrets`}. Any other call is refused.
        {isInGrace && ` Until ${fullTime(new Date(until))} the old secret is accepted as well.`}
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
