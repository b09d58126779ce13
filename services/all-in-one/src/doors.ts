import type { RequestListener } from 'node:http';

/**
 * One listener for the doors of several services: the trigger-intake answers below `/webhook/`, the gateway everything else.
 */
export function doors(listeners: { gateway: RequestListener; intake: RequestListener }): RequestListener {
  return (request, response) => {
    const isTrigger = request.url?.startsWith('/webhook/') === true;
    (isTrigger ? listeners.intake : listeners.gateway)(request, response);
  };
}
