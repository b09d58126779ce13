import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from './demo/demo-password.js';

/** Headers that proxies and tunnels write, besides all that begin with `x-forwarded-`. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-original-host',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fly-client-ip',
];

/**
 * What shows that a request began on another machine although it came over loopback, as behind a tunnel or a proxy: a forwarding header, or
 * a `Host` that is no name of this machine. `null` if nothing does. For people: it names the header, without what a stranger wrote there.
 */
export function signOfOutside(headers: IncomingHttpHeaders): string | null {
  const forwarding = Object.keys(headers).find(
    (name) => name.startsWith('x-forwarded-') || FORWARDING.includes(name),
  );
  if (forwarding !== undefined) return `the header ${forwarding}`;
  const { host } = headers;
  if (host === undefined || isOwnHost(host)) return null;
  return 'a Host that is not this machine';
}

function isOwnHost(host: string): boolean {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}
