/** A busy machine may take less than all of it. */
const SHARE = Number(process.env['BENCH_LOAD'] ?? 1);

/** What the load of a soak does per second. */
const ALL = {
  messagesToOnline: 10,
  messagesToWebhooks: 5,
  triggersToOnline: 10,
  triggersToPolling: 5,
  onceTasks: 1,
  decisions: 1,
  polls: 5,
  reads: 3,
  reconnects: 0.5,
  bareCalls: 10,
} as const;

export const SOAK_PER_SECOND = Object.fromEntries(
  Object.entries(ALL).map(([name, perSecond]) => [name, perSecond * SHARE]),
) as Record<keyof typeof ALL, number>;
