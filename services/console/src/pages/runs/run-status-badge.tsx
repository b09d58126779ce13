import type { RunStatus } from '../../api/runs.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';

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
