import type { ReplayRecord } from '@svc/store';

export function replayView(replay: ReplayRecord) {
  const { state, type, from, to } = replay.filter;
  return {
    replay_id: replay.replayId,
    agent_id: replay.agentId,
    state: replay.state,
    filter: { state, type, from: from.toISOString(), to: to.toISOString() },
    rate_per_second: replay.ratePerSecond,
    progress_percent: replay.progressPercent,
    waits_for: replay.waitsFor,
    redelivered: replay.redelivered,
    under_way: replay.underWay,
    delivered: replay.delivered,
    failed: replay.failed,
    waiting: replay.waiting,
    skipped: replay.skipped,
    removed: replay.removed,
    created_at: replay.createdAt.toISOString(),
    ended_at: replay.endedAt?.toISOString() ?? null,
  };
}
