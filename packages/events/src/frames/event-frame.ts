import type { AgentEvent } from '@svc/proto-events';

/** The JSON text of an event, as its agent receives it. */
export function eventFrame(event: AgentEvent): string {
  return JSON.stringify(event);
}
