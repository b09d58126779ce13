/** A hub writes its heartbeat this often, in milliseconds. */
export const HUB_HEARTBEAT_INTERVAL_MS = 2_000;

/** A hub whose heartbeat is older than this counts as gone, and its sessions with it, in milliseconds. */
export const HUB_HEARTBEAT_STALE_MS = 10_000;

/** Sockets that one agent may hold open at once; an event goes to the newest that is alive. */
export const SOCKETS_PER_AGENT_MAX = 10;
