import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleStop, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { eventFrameQuery } from '../../api/events.ts';
import { runMessagesQuery, runQuery } from '../../api/tasks.ts';
import type { RunDetails, RunInProgress, RunStatus } from '../../api/tasks.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice, ProgressLine, Waiting } from '../../ui/feedback.tsx';
import { FactList, LoadMore } from '../../ui/lists.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration } from '../../ui/time-format.ts';
import { messageLine } from '../conversations/conversation-words.ts';
import styles from './run-dialog.module.css';

const NOTES_CHECK_MS = 3_000;

const ORIGINS: Record<RunDetails['origin'], string> = {
  schedule: 'By schedule',
  trigger: 'By trigger',
  manual: 'Manually',
};

const NO_SUMMARY: Record<RunDetails['status'], string> = {
  pending: 'The run is not finished yet.',
  running: 'The run is not finished yet.',
  completed: 'No summary.',
  failed: 'No summary.',
  cancelled: 'The run was cancelled.',
};

const FAILURES: Record<NonNullable<RunDetails['failure_reason']>, string> = {
  lost: 'The agent stopped responding.',
  timeout: 'The run took longer than its task allows.',
};

function withoutSummary({ status, failure_reason: reason }: RunDetails): string {
  return reason === undefined ? NO_SUMMARY[status] : FAILURES[reason];
}

export function RunDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const query = useQuery({
    ...runQuery(runId),
    // The service sends a hint when a run starts and ends, but not for each context block.
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? NOTES_CHECK_MS : false),
  });
  const { data: run } = query;
  return (
    <Dialog title={<OutsideText text={run?.task_name ?? 'Run'} />} shape="side" isOpen onClose={onClose}>
      {run === undefined ? (
        <Waiting query={query} label="Loading the run" />
      ) : (
        <Run run={run} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface RunProps {
  run: RunDetails;
  onClose: () => void;
}

function Run({ run, onClose }: RunProps) {
  const { finished_at: finishedAt, task_id: taskId, agent_id: agentId } = run;
  return (
    <div className="stack gap-5">
      <FactList
        facts={[
          ['Status', <RunStatusBadge key="status" status={run.status} />],
          ['Started', said`${<RelativeTime at={run.started_at} />}, ${ORIGINS[run.origin].toLowerCase()}`],
          finishedAt !== null && ['Took', duration(Date.parse(finishedAt) - Date.parse(run.started_at))],
          run.attempt !== undefined && ['Attempt', run.attempt],
          ['Run', <code key="id">{run.id}</code>],
          taskId !== null && [
            'Task',
            <Link key="task" to="/agents/$agentId/tasks/$taskId" params={{ agentId, taskId }}>
              <OutsideText text={run.task_name ?? 'Task'} />
            </Link>,
          ],
        ]}
      />
      {run.progress !== undefined && (
        <section className="stack gap-2">
          <h3>Progress</h3>
          <RunProgress progress={run.progress} />
        </section>
      )}
      <section className="stack gap-2">
        <h3>Summary</h3>
        {run.summary === null ? (
          <p className="muted small">{withoutSummary(run)}</p>
        ) : (
          <Markdown text={run.summary} />
        )}
      </section>
      {run.event_id !== null && <Payload agentId={agentId} eventId={run.event_id} />}
      {run.context.length > 0 && (
        <section className="stack gap-2">
          <h3>Scratchpad</h3>
          <ol className="stack gap-3">
            {run.context.map((block) => (
              <li key={block.id}>
                <pre className={styles.note} tabIndex={0}>
                  <OutsideText text={block.text} isProse />
                </pre>
                <RelativeTime at={block.created_at} className="muted small" />
              </li>
            ))}
          </ol>
        </section>
      )}
      <RunMessages run={run} onClose={onClose} />
      <div className="actions">
        {taskId !== null && <RunAgain runId={run.id} />}
        <CancelRun run={run} />
      </div>
    </div>
  );
}

/** Each a link to where it stands in the chat. The bubble of the run's end says what the summary says. */
function RunMessages({ run: { id, agent_id: agentId, finished_at: finishedAt }, onClose }: RunProps) {
  const pages = useInfiniteQuery({
    ...runMessagesQuery(id),
    refetchInterval: finishedAt === null ? NOTES_CHECK_MS : false,
  });
  const messages = pages.data?.pages.flat().filter(({ kind }) => kind !== 'run') ?? [];
  if (messages.length === 0) return null;
  return (
    <section className="stack gap-2">
      <h3>Messages</h3>
      <ol className="stack gap-2 anywhere">
        {messages.map(({ id: messageId, conversation_id: conversation, created_at: at, ...message }) => (
          <li key={messageId} className="grid">
            <Link to="/agents/$agentId" params={{ agentId }} search={{ conversation, at }} onClick={onClose}>
              <OutsideText text={message.report_title ?? messageLine(message.text)} isProse />
            </Link>
            <RelativeTime at={at} className="muted small" />
          </li>
        ))}
      </ol>
      <LoadMore pages={pages} label="Show older messages" />
    </section>
  );
}

function RunAgain({ runId }: { runId: string }) {
  const again = useMutation({
    mutationFn: () => call('post', '/api/client/runs/{run_id}/again', { path: { run_id: runId } }),
    meta: { done: 'A new run was created.', stale: [['runs']] },
  });
  return (
    <>
      <Button icon={RotateCw} does={again}>
        Run again
      </Button>
      <ErrorNotice error={again.error} title="Could not run the task again." />
    </>
  );
}

/** The JSON that the trigger was called with, while its event is kept. */
function Payload({ agentId, eventId }: { agentId: string; eventId: string }) {
  const { data } = useQuery(eventFrameQuery(agentId, eventId));
  if (data?.event['payload'] === undefined) return null;
  return (
    <section className="stack gap-2">
      <h3>Payload</h3>
      <CodeBlock text={JSON.stringify(data.event['payload'], null, 2)} what="payload" />
    </section>
  );
}

interface CancelRunProps {
  run: Pick<RunInProgress, 'id' | 'finished_at'>;
  size?: 'small' | 'normal';
}

export function CancelRun({ run, size = 'normal' }: CancelRunProps) {
  const [isAsking, setAsking] = useState(false);
  const isOpen = run.finished_at === null;
  return (
    <>
      {isOpen && (
        <div>
          <Button
            variant={size === 'small' ? 'secondary' : 'danger'}
            size={size}
            icon={CircleStop}
            onPress={() => setAsking(true)}
          >
            Cancel run
          </Button>
        </div>
      )}
      <ConfirmDialog
        title="Cancel this run?"
        action="Cancel run"
        refusal="Keep running"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => call('post', '/api/client/runs/{run_id}/cancel', { path: { run_id: run.id } })}
        done="The run is cancelled."
        // Where it was refused, the agent has finished it meanwhile.
        stale={[['run', run.id], ['runs'], ['runs-in-progress']]}
      >
        <p>
          Its scratchpad is deleted, and the agent can no longer continue or complete it. This cannot be
          undone.
        </p>
      </ConfirmDialog>
    </>
  );
}

export function RunProgress({ progress }: { progress: NonNullable<RunInProgress['progress']> }) {
  const { percent, text } = progress;
  return (
    <span className="stack gap-1 narrowable">
      <OutsideText as="span" className={styles.text} text={text} />
      {percent !== undefined && <ProgressLine percent={percent} label="Progress of the run" />}
    </span>
  );
}

const LOOKS: Record<RunStatus, { tone: Tone; word: string }> = {
  pending: { tone: 'warn', word: 'Waiting' },
  running: { tone: 'accent', word: 'Running' },
  completed: { tone: 'good', word: 'Completed' },
  failed: { tone: 'bad', word: 'Failed' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
};

export function RunStatusBadge({ status }: { status: RunStatus }) {
  return <Badge tone={LOOKS[status].tone}>{LOOKS[status].word}</Badge>;
}
