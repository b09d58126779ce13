import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { ServiceError } from '@svc/domain';
import { inTime, monotonicClock, sleep as realSleep } from '../clock.js';
import type { Sleep } from '../clock.js';
import ipaddr from 'ipaddr.js';

export interface WebhookGuardOptions {
  /** Networks in CIDR notation that are allowed although they are not public. Default: none. */
  allowedNetworks?: readonly string[];
  /** Finds the addresses of a name. Default: the name servers and the hosts file. */
  resolve?: ResolveHost;
  /** Default: the system's. */
  sleep?: Sleep;
}

/** Keeps deliveries away from hosts that the service can reach and the public cannot. */
export interface WebhookGuard {
  /**
   * Checks a `webhook_url` to be saved: http or https, no credentials, at most 2,048 characters, and a host
   * whose every address is allowed. Takes at most 6 s. Throws `webhook_url_not_allowed` with a reason that
   * does not tell names of internal hosts from names that do not exist.
   */
  vet(url: string): Promise<void>;

  /** A literal address does not come to `lookup`: call this before. Throws {@link WebhookAddressError}. */
  vetLiteral(url: URL): void;

  /** Of an agent, which asks for all. If one address is not allowed, the name counts as not there. */
  lookup: LookupFunction;
}

/** The URL's host is not allowed as the target of a delivery, or is not valid. */
export class WebhookAddressError extends Error {
  override readonly name = 'WebhookAddressError';
}

const URL_LENGTH_MAX = 2_048;

/** A name is refused after a whole number of these, so that the time does not tell why. */
const NAME_REFUSAL_STEP_MS = 1_000;

// The agent's owner sees them, and need not learn to which internal address a name resolves.
const ADDRESS_REFUSED = 'The host is not a public address';
const NAME_REFUSED = 'The host name does not resolve, or not to public addresses alone';

/** Throws if a network is not in CIDR notation. */
export function createWebhookGuard(options: WebhookGuardOptions = {}): WebhookGuard {
  const { allowedNetworks = [], resolve = resolveHost, sleep = realSleep } = options;
  const allowed = parseNetworks(allowedNetworks);

  function isAllowed(addresses: string[]): boolean {
    return addresses.length > 0 && addresses.every((address) => mayReach(address, allowed));
  }

  async function vettedAddresses(hostname: string): Promise<string[]> {
    if (isIP(hostname) !== 0) {
      if (!mayReach(hostname, allowed)) throw new WebhookAddressError(ADDRESS_REFUSED);
      return [hostname];
    }
    const startedMs = monotonicClock.nowMs();
    try {
      const addresses = await inTime(resolve(hostname), RESOLVE_TIMEOUT_MS);
      if (isAllowed(addresses)) return addresses;
    } catch {
      // The reason is in no error: it would say which names exist inside the operator's network.
    }
    const elapsedMs = monotonicClock.nowMs() - startedMs;
    await sleep(NAME_REFUSAL_STEP_MS - (elapsedMs % NAME_REFUSAL_STEP_MS));
    throw new WebhookAddressError(NAME_REFUSED);
  }

  return {
    async vet(url) {
      const { hostname } = parseWebhookUrl(url);
      try {
        await vettedAddresses(bareHost(hostname));
      } catch (cause) {
        if (!(cause instanceof WebhookAddressError)) throw cause;
        throw notAllowed(cause.message.charAt(0).toLowerCase() + cause.message.slice(1), cause);
      }
    },

    vetLiteral(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new WebhookAddressError('The URL is neither http nor https');
      }
      const host = bareHost(url.hostname);
      if (isIP(host) !== 0 && !mayReach(host, allowed)) {
        throw new WebhookAddressError(ADDRESS_REFUSED);
      }
    },

    lookup(hostname, _options, callback) {
      vettedAddresses(hostname).then(
        (addresses) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          ),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
      );
    },
  };
}

function parseWebhookUrl(url: string): URL {
  if (url.length > URL_LENGTH_MAX) throw notAllowed(`it is longer than ${URL_LENGTH_MAX} characters`);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) throw notAllowed('it is not a URL');
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw notAllowed('it must be http or https');
  if (parsed.username !== '' || parsed.password !== '') throw notAllowed('it must not contain credentials');
  return parsed;
}

function notAllowed(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('webhook_url_not_allowed', {
    detail: `webhook_url is not allowed: ${reason}`,
    fields: [{ path: 'body.webhook_url', message: reason }],
    cause,
  });
}

/** A URL writes an IPv6 address in brackets. */
function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Finds all addresses of a host name. Rejects if there are none. */
type ResolveHost = (hostname: string) => Promise<string[]>;

/** One try of a name server, in milliseconds. Two tries fit into {@link RESOLVE_TIMEOUT_MS}. */
const QUERY_TIMEOUT_MS = 2_000;

const RESOLVE_TIMEOUT_MS = 5_000;

const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 });

/**
 * Public names go to the name servers directly: while one is silent, the operating system's resolver blocks
 * one of a few threads, which a few names would take from everyone. Local names go to the system's.
 */
export const resolveHost: ResolveHost = async (hostname) => {
  if (isLocalName(hostname)) return resolveBySystem(hostname);
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  if (answers.some((answer) => answer.status === 'rejected' && isTimeout(answer.reason))) {
    throw new Error(`No name server answered for ${hostname} in time`);
  }
  return resolveBySystem(hostname);
};

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map((entry) => entry.address);
}

function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || hostname.endsWith('.localhost') || hostname.endsWith('.local');
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Networks in CIDR notation. Throws if one is not valid. */
export function parseNetworks(networks: readonly string[]): Network[] {
  return networks.map((network) => ipaddr.parseCIDR(network));
}

/** Public unicast, or in a network that the operator allows. */
export function mayReach(address: string, allowedNetworks: readonly Network[]): boolean {
  const text = plainText(address);
  if (text === null) return false;
  // `::ffff:10.0.0.1` reaches the same host as its plain form, which `process` returns.
  const bare = ipaddr.process(text);
  if (allowedNetworks.some((network) => contains(network, bare))) return true;
  return (
    bare.range() === 'unicast' && !NOT_PUBLIC.some((network) => contains(network, bare)) && isGlobalForm(bare)
  );
}

/**
 * In the one spelling that the parser reads like the operating system: it would read `::8.8.8.8` as the
 * IPv4-mapped `::ffff:8.8.8.8`, and URLs have only hexadecimal groups. `null`: no address, or with a zone.
 */
function plainText(address: string): string | null {
  if (isIP(address) === 4) return address;
  const url = `http://[${address}]`;
  return isIP(address) === 6 && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

function contains([base, prefixLength]: Network, address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, prefixLength);
}

/**
 * Only `2000::/3` is given out as global unicast (IANA, IPv6 Global Unicast Address Assignments). Outside of
 * it lie forms that carry an IPv4 address, such as the deprecated IPv4-compatible `::10.0.0.1` and the local
 * NAT64 prefix `64:ff9b:1::/48` (RFC 8215). Within it, ISATAP puts an IPv4 address behind any prefix:
 * `…:0:5efe:10.0.0.1` (RFC 5214, section 6.1).
 */
function isGlobalForm(address: Address): boolean {
  if (address.kind() === 'ipv4') return true;
  const bytes = address.toByteArray();
  const isIsatap =
    [0, 2].includes(bytes[8] ?? 0) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return ((bytes[0] ?? 0) & 0xe0) === 0x20 && !isIsatap;
}

/**
 * What the parser takes for public unicast. First what the IANA registries of special-purpose addresses (RFC
 * 6890) hold beyond what it knows; also those reachable worldwide, since no webhook is there. The others were
 * given to a provider of machines, who answers there only to the machines.
 */
const NOT_PUBLIC = parseNetworks([
  '192.0.0.0/24', // IETF protocol assignments; 192.0.0.192 is the metadata service of Oracle's classic machines
  '192.31.196.0/24', // AS112 (RFC 7535)
  '192.52.193.0/24', // AMT relays (RFC 7450)
  '192.88.99.0/24', // 6to4 relays (RFC 7526)
  '192.175.48.0/24', // AS112 (RFC 7534)
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID, AMT, …
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4 (RFC 3056)
  '2620:4f:8000::/48', // AS112 (RFC 7534)
  '3fff::/20', // documentation (RFC 9637)
  '168.63.129.16/32', // Azure's wire server: keys and settings of the machine
  '161.26.0.0/16', // services inside IBM Cloud
  '166.8.0.0/14', // services inside IBM Cloud
]);
