import type { EventRecord } from '@svc/store';

/** An event of the log with its webhook attempts, as the client API shows it. */
export function eventView(event: EventRecord) {
  return {
    event_id: event.eventId,
    type: event.type,
    state: event.state,
    channel: event.channel,
    drop_reason: event.dropReason,
    message_id: event.messageId,
    task_id: event.taskId,
    run_id: event.runId,
    decision_id: event.decisionId,
    created_at: event.createdAt.toISOString(),
    delivered_at: event.deliveredAt?.toISOString() ?? null,
    next_attempt_at: event.nextAttemptAt?.toISOString() ?? null,
    attempts: event.attempts.map((attempt) => ({
      delivery_id: attempt.deliveryId,
      retry_num: attempt.retryNum,
      retry_reason: attempt.retryReason,
      status_code: attempt.statusCode,
      error: attempt.error,
      duration_ms: attempt.durationMs,
      started_at: attempt.startedAt.toISOString(),
    })),
  };
}
