import type { RequestListener } from 'node:http';
import type { HealthCheck } from './health.js';
import type { UpgradeListener } from './http-server.js';
import type { Service } from './service.js';

/** A service put together, ready to be started alone or beside others in one process. */
export interface Composed {
  /** In the order in which they start; they stop in reverse. */
  services: Service[];
  /** Parts that hold calls open. They start last and stop before the server, which therefore need not wait for these calls. */
  stopFirst?: Service[];
  /** Answers every path except health and metrics, which every process answers by itself. */
  listener?: RequestListener;
  upgrade?: UpgradeListener;
  /** How long a request may take to arrive as a whole, in milliseconds. Default: that of the server. */
  requestMsMax?: number;
  /** The checks without which the service cannot work. */
  checks: HealthCheck[];
}
