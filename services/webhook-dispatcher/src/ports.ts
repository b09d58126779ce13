import type { Breakers, Webhooks } from '@svc/store';

/** What the dispatcher asks of the store. */
export interface DispatcherStore {
  breakers: Pick<Breakers, 'countOpen'>;
  channels: { webhook: Pick<Webhooks, 'claim' | 'finish' | 'takeBack'> };
}
