/** Takes back, last first, what a measurement has set up. */
export interface Leftovers {
  later(remove: () => Promise<unknown>): void;
}

/** Takes back what was registered, also on failure or interruption, and ends the process. */
export async function runBench(measure: (leftovers: Leftovers) => Promise<void>): Promise<never> {
  const removals: (() => Promise<unknown>)[] = [];
  let removing: Promise<void> | undefined;

  async function removeAll(): Promise<void> {
    for (let remove = removals.pop(); remove !== undefined; remove = removals.pop()) {
      await Promise.resolve()
        .then(remove)
        .catch((error: unknown) => console.error('Something stays behind:', error));
    }
  }
  const clear = (): Promise<void> => (removing ??= removeAll());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void clear().then(() => process.exit(130)));
  }

  let exitCode = 0;
  try {
    await measure({ later: (remove) => removals.push(remove) });
  } catch (error) {
    console.error(error);
    exitCode = 1;
  }
  await clear();
  process.exit(exitCode);
}
