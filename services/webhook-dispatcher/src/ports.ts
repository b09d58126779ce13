import type { UnreachedEvents } from '@svc/events';
import type { Agents, Attempts, Breakers, Events } from '@svc/store';

/** What the dispatcher asks of the store. */
export interface DispatcherStore {
  agents: Pick<Agents, 'identify'>;
  events: Pick<Events, 'claimOverdue' | 'park' | 'route' | 'setAside' | 'takeUpWaiting'> & UnreachedEvents;
  breakers: Pick<Breakers, 'step' | 'counts' | 'forget'>;
  attempts: Pick<Attempts, 'reserve' | 'finish' | 'readDue' | 'putOff' | 'leaveDue' | 'takeBack'>;
}

/** An event whose webhook attempt is due. */
export interface DueEvent {
  eventId: string;
  agentId: string;
  /** Attempts reserved so far, which fences the next. */
  attempt: number;
}
