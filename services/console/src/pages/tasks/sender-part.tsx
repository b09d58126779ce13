import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeTriggerSender } from '../../api/tasks.ts';
import type { Task, TriggerSender } from '../../api/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { fullTime } from '../../ui/time-format.ts';
import { toast } from '../../ui/toast.ts';
import { SenderDialog } from './sender-dialog.tsx';
import { REASONS, schemeName } from './sender-words.ts';
import styles from './trigger-panel.module.css';

/** Who may call the trigger, and how many calls were refused. */
export function SenderPart({ task }: { task: Task }) {
  const { sender } = task;
  const [isSetting, setSetting] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await removeTriggerSender(task.id);
    await Promise.all(['task', 'tasks'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    toast({ tone: 'good', text: 'Anybody who knows the URL can call it again.' });
  };
  return (
    <div>
      <h3 className={styles.title}>Sender</h3>
      {sender === undefined ? (
        <p className={styles.muted}>
          Whoever knows the URL may call it. If the sender signs its calls, say who it is.
        </p>
      ) : (
        <Facts sender={sender} />
      )}
      <div className={styles.actions}>
        <Button onPress={() => setSetting(true)}>
          {sender === undefined ? 'Set a sender' : 'Change sender'}
        </Button>
        {sender !== undefined && <Button onPress={() => setRemoving(true)}>Remove sender</Button>}
      </div>
      <SenderDialog task={task} isOpen={isSetting} onClose={() => setSetting(false)} />
      <ConfirmDialog
        title="Remove the sender?"
        action="Remove"
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={remove}
      >
        <p>
          From then on anybody who knows the URL can start the task. The secret and the count are forgotten.
        </p>
      </ConfirmDialog>
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
      <p className={styles.muted}>
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
