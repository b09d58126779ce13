import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rotateTrigger } from '../../api/tasks.ts';
import type { Task } from '../../api/tasks.ts';
import { triggerUrl } from '../../api/trigger.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { SenderPart } from './sender-part.tsx';
import { TriggerTest } from './trigger-test.tsx';
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
      <div className={styles.parts}>
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
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const rotation = useMutation({
    mutationFn: () => rotateTrigger(task.id),
    onSuccess: async (changed) => {
      queries.setQueryData(['task', task.id], changed);
      toast({ tone: 'good', text: 'The task has a new URL. The old one is gone.' });
      await queries.invalidateQueries({ queryKey: ['tasks'] });
    },
  });
  return (
    <>
      <Button onPress={() => setAsking(true)}>New URL</Button>
      <ConfirmDialog
        title="Make a new URL?"
        action="Make a new URL"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => rotation.mutateAsync()}
      >
        <p>The old one stops working at once, so whatever calls it has to be told the new one.</p>
      </ConfirmDialog>
    </>
  );
}
