import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { isOpen, replaysQuery } from '../../api/events.ts';
import type { Replay } from '../../api/events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { ItemList, Row, RowNote } from '../../ui/lists.tsx';
import { Section } from '../../ui/page.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { madeOf, REPLAY_STATES, waitWords, whatOf } from './replay-words.ts';

const ENDED_SHOWN = 2;

export function ReplayList({ agentId }: { agentId: string }) {
  const { data: replays = [] } = useQuery(replaysQuery(agentId));
  const [isLong, setLong] = useState(false);
  if (replays.length === 0) return null;
  const ended = replays.filter((replay) => !isOpen(replay));
  const shown = isLong ? ended : ended.slice(0, ENDED_SHOWN);
  return (
    <Section title="Sent again">
      <ItemList
        label="Sent again"
        items={[...replays.filter(isOpen), ...shown]}
        idOf={({ replay_id: id }) => id}
      >
        {(replay) => <ReplayRow replay={replay} />}
      </ItemList>
      {shown.length < ended.length && (
        <div>
          <Button size="small" variant="quiet" onPress={() => setLong(true)}>
            Show {ended.length - shown.length} earlier
          </Button>
        </div>
      )}
    </Section>
  );
}

function ReplayRow({ replay }: { replay: Replay }) {
  const cancelling = useMutation({
    mutationFn: () =>
      call('post', '/api/client/replays/{replay_id}/cancel', { path: { replay_id: replay.replay_id } }),
    meta: { stale: [['events', replay.agent_id]] },
  });
  const { text, tone } = REPLAY_STATES[replay.state];
  const mayCancel = replay.state === 'running' || replay.state === 'queued';
  const wait = waitWords(replay);
  return (
    <Row
      action={
        mayCancel && (
          <Button size="small" isPending={cancelling.isPending} onPress={() => cancelling.mutate()}>
            Cancel
          </Button>
        )
      }
    >
      <div className="stack-1">
        <span className="line">
          <strong>{whatOf(replay)}</strong>
          <Badge tone={tone}>{text}</Badge>
          <RelativeTime at={replay.created_at} className="muted small" />
        </span>
        {replay.state === 'running' && (
          <ProgressLine percent={replay.progress_percent} label="Progress through the log" />
        )}
        <RowNote>{madeOf(replay)}</RowNote>
        <RowNote>
          {writtenWords(replay)}, {replay.rate_per_second} per second
        </RowNote>
        {wait !== null && <RowNote>{wait}</RowNote>}
        <ErrorNotice error={cancelling.error} />
      </div>
    </Row>
  );
}

function writtenWords({ filter: { from, to } }: Replay): string {
  if (new Date(from).getTime() <= 0) return `Created before ${shortly(to)}`;
  return `Created from ${shortly(from)} to ${shortly(to)}`;
}

function shortly(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
