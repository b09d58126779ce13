import type { RequestListener } from 'node:http';

/** A kind of service that answers calls from outside. */
export type Door = 'gateway' | 'trigger-intake' | 'websocket-hub';

/** The kind of service that answers a path: hubs take all sockets, trigger-intakes all paths below `/webhook/`, gateways everything else. */
export function doorOf(path: string, { isUpgrade = false } = {}): Door {
  if (isUpgrade || path.startsWith('/ws/agent/')) return 'websocket-hub';
  return path.startsWith('/webhook/') ? 'trigger-intake' : 'gateway';
}

/** One listener for several services in one process. The gateway answers for a kind that has no listener of its own. */
export function doors(
  listeners: Partial<Record<Door, RequestListener>> & { gateway: RequestListener },
): RequestListener {
  return (request, response) => {
    const listener = listeners[doorOf(request.url ?? '/')] ?? listeners.gateway;
    listener(request, response);
  };
}
