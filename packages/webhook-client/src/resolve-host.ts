import { lookup, Resolver } from 'node:dns/promises';

/** Finds all addresses of a host name. Rejects if there are none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** One try of a name server, in milliseconds. Two tries fit into {@link RESOLVE_TIMEOUT_MS}. */
const QUERY_TIMEOUT_MS = 2_000;

/** How long the resolution of one name may take in all, in milliseconds. */
export const RESOLVE_TIMEOUT_MS = 5_000;

const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 });

/**
 * Asks the name servers, and for local names the operating system, which knows the hosts file.
 *
 * While a name server is silent, the operating system's resolver blocks one of a few threads. A few such names would delay everyone's
 * deliveries. So public names go to the name servers directly.
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

/** Addresses of the name within {@link RESOLVE_TIMEOUT_MS}, or an error. */
export async function resolveInTime(hostname: string, resolve: ResolveHost): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${hostname} did not resolve in time`)),
      RESOLVE_TIMEOUT_MS,
    ).unref();
  });
  try {
    return await Promise.race([resolve(hostname), late]);
  } finally {
    clearTimeout(timer);
  }
}

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
