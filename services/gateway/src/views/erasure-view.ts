import type { ErasureRecord } from '@svc/store';

export function erasureView({ erasureId, requestedAt, finishedAt, remaining }: ErasureRecord) {
  return {
    erasure_id: erasureId,
    status: finishedAt === null ? ('running' as const) : ('finished' as const),
    remaining,
    requested_at: requestedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}
