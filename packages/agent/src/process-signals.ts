/** The first signal stops, and then ends the process as it would have without. A second ends it at once. */
export function stopOnSignals(stop: () => Promise<void>, forget: AbortSignal): void {
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    const onSignal = (): void => {
      process.removeListener(name, onSignal);
      const end = (): void => {
        // Another listener wants to end the process in another way.
        if (process.listenerCount(name) === 0) process.kill(process.pid, name);
      };
      void stop().then(end, end);
    };
    process.on(name, onSignal);
    forget.addEventListener('abort', () => {
      // Removed later: the signal that stops the agent must not end the process before it has stopped.
      setTimeout(() => process.removeListener(name, onSignal), 0).unref();
    });
  }
}
