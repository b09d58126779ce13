import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createWebhookGuard } from '@svc/runtime';
import type { WebhookGuard } from '@svc/runtime';
import { isLoopback } from './env.js';

/** Headers that proxies and tunnels write, besides all that begin with `x-forwarded-`. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fly-client-ip',
];

/**
 * Webhooks to this machine. The first request through a proxy or a tunnel ends that until the next start: an
 * account that anybody can make would reach what listens on this machine alone.
 */
export function loopbackReceivers(networks: readonly string[]): {
  guard: WebhookGuard;
  see: (request: IncomingMessage) => void;
} {
  const [own, open] = [createWebhookGuard({ allowedNetworks: networks }), createWebhookGuard()];
  let guard = own;
  return {
    guard: {
      vet: (url) => guard.vet(url),
      vetLiteral: (url) => guard.vetLiteral(url),
      lookup: (hostname, options, callback) => guard.lookup(hostname, options, callback),
    },
    see({ headers }) {
      if (guard === own && isFromElsewhere(headers)) guard = open;
    },
  };
}

export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded-') || FORWARDING.includes(name),
  );
  const url = `http://${headers.host ?? 'localhost'}`;
  return isForwarded || !URL.canParse(url) || !isOwn(new URL(url).hostname);
}

function isOwn(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}
