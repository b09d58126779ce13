import type { ProductOptions } from '@svc/testkit';
import type { ShapeName } from './attack.js';

export const TRIGGER_CALLS_OF_ADDRESS = 60;
/** What `npm start` shows in its banner. */
export const DEMO_LOGIN = { email: 'demo@example.com', password: 'demo-demo' };

/** Defaults, apart from what is named here. A version that knows no setting of a name passes it over. */
export const SHAPES: Record<ShapeName, ProductOptions> = {
  /** Attackers need many accounts, and the neighbour calls more often than people do. */
  usual: {
    mode: 'services',
    settings: { RATE_LIMIT_AUTH_PER_MINUTE: '100000', RATE_LIMIT_USER_PER_MINUTE: '100000' },
  },
  /** Bounds that are reached in seconds; a host's share of sockets is a tenth of all, as by default. */
  small: {
    mode: 'services',
    settings: {
      HUB_SOCKETS_MAX: '400',
      HUB_UNAUTHENTICATED_PER_ADDRESS: '40',
      RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE: String(TRIGGER_CALLS_OF_ADDRESS),
    },
  },
  'demo behind a host': { mode: 'all-in-one', settings: { DEMO: 'on' } },
  'demo behind a header': { mode: 'all-in-one', settings: { DEMO: 'on' } },
};
