// Programs that are measured use this, so it loads nothing else.

/** What a program serves, by name. Arguments and results travel as JSON. */
export type Calls = Record<string, (argument: never) => Promise<unknown>>;

export interface Question {
  id: number;
  name: string;
  argument: unknown;
}

export interface Answer {
  id: number;
  value?: unknown;
  error?: string;
}

/** Until the measurement lets go of this process; then `stop` runs and the process ends. */
export function serveCalls(calls: Calls, stop: () => Promise<void> = async () => {}): void {
  process.on('message', async ({ id, name, argument }: Question) => {
    const answer: Answer = await Promise.resolve(calls[name]?.(argument as never)).then(
      (value) => ({ id, value }),
      (error: unknown) => ({ id, error: error instanceof Error ? (error.stack ?? '') : String(error) }),
    );
    if (process.connected) process.send?.(answer);
  });
  process.on('disconnect', () => void stop().finally(() => process.exit(0)));
}
