import { FRAME_BYTES_MAX } from '@svc/domain';
import { WebSocketServer } from 'ws';
import type { ServerOptions } from 'ws';
import type { HubLimits } from './limits.js';
import { refuseMalformed } from './upgrade.js';

/** What speaks the protocol on agents' sockets. */
export function agentServer(limits: HubLimits): WebSocketServer {
  return refuseMalformed(new WebSocketServer(serverOptions(limits)));
}

/** The types do not have `closeTimeout` yet. */
function serverOptions(limits: HubLimits): ServerOptions & { closeTimeout: number } {
  return {
    noServer: true,
    clientTracking: false,
    // Compression costs memory and time per socket, and frames are small.
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES_MAX,
    closeTimeout: limits.closeTimeoutMs,
  };
}
