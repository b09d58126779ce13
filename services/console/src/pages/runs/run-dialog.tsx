import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runQuery } from '../../api/runs.ts';
import type { RunDetails } from '../../api/runs.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration } from '../../ui/time-format.ts';
import { CancelRun } from './cancel-run.tsx';
import styles from './run-dialog.module.css';
import { RunProgress } from './run-progress.tsx';
import { RunStatusBadge } from './run-status-badge.tsx';

/** How old the shown context blocks of a running run may be, in milliseconds. */
const NOTES_CHECK_MS = 3_000;

const ORIGINS: Record<RunDetails['origin'], string> = {
  schedule: 'By its schedule',
  trigger: 'By its trigger',
  manual: 'By hand',
};

/** What stands for the summary of a run that has none. */
const NO_SUMMARY: Record<RunDetails['status'], string> = {
  pending: 'The run is not finished yet.',
  running: 'The run is not finished yet.',
  completed: 'The agent gave none.',
  failed: 'The agent gave none.',
  cancelled: 'The run was cancelled.',
};

/** What became of a run that the service ended. */
const FAILURES: Record<NonNullable<RunDetails['failure_reason']>, string> = {
  lost: 'The agent was not heard of in time.',
  timeout: 'The run took longer than its task allows.',
};

function withoutSummary({ status, failure_reason: reason }: RunDetails): string {
  return reason === undefined ? NO_SUMMARY[status] : FAILURES[reason];
}

/** Everything about one run, beside the page. */
export function RunDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...runQuery(runId),
    // The service sends a hint when a run starts and ends, but not for each context block.
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? NOTES_CHECK_MS : false),
  });
  return (
    <Dialog title={<OutsideText text={run?.task_name ?? 'Run'} />} shape="side" isOpen onClose={onClose}>
      {run === undefined && error === null && <Loading label="Loading the run" />}
      {run === undefined && error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {run !== undefined && <Run run={run} />}
    </Dialog>
  );
}

function Run({ run }: { run: RunDetails }) {
  const { finished_at: finishedAt, task_id: taskId, agent_id: agentId } = run;
  return (
    <div className={styles.run}>
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>
          <RunStatusBadge status={run.status} />
        </dd>
        <dt>Started</dt>
        <dd>
          <RelativeTime at={run.started_at} />, {ORIGINS[run.origin].toLowerCase()}
        </dd>
        {finishedAt !== null && (
          <>
            <dt>Took</dt>
            <dd>{duration(Date.parse(finishedAt) - Date.parse(run.started_at))}</dd>
          </>
        )}
        {run.attempt !== undefined && (
          <>
            <dt>Attempt</dt>
            <dd>{run.attempt}</dd>
          </>
        )}
        <dt>Run</dt>
        <dd>
          <code>{run.id}</code>
        </dd>
        {taskId !== null && (
          <>
            <dt>Task</dt>
            <dd>
              <Link to="/agents/$agentId/tasks/$taskId" params={{ agentId, taskId }}>
                All its runs
              </Link>
            </dd>
          </>
        )}
      </dl>
      {run.progress !== undefined && (
        <section>
          <h3>Progress</h3>
          <RunProgress progress={run.progress} />
        </section>
      )}
      <section>
        <h3>Summary</h3>
        {run.summary === null ? (
          <p className={styles.none}>{withoutSummary(run)}</p>
        ) : (
          <Markdown text={run.summary} />
        )}
      </section>
      {run.context.length > 0 && (
        <section>
          <h3>Scratchpad</h3>
          <ol className={styles.context}>
            {run.context.map((block) => (
              <li key={block.id}>
                <pre tabIndex={0}>
                  <OutsideText text={block.text} isProse />
                </pre>
                <RelativeTime at={block.created_at} className={styles.none} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <CancelRun run={run} />
    </div>
  );
}
