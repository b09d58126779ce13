/** Pauses that end early when their consumer stops. */
export class Pauses {
  private readonly ends = new Set<() => void>();
  private isOver = false;

  /** Resolves after the pause, or at once from {@link end} on; to whether work goes on. */
  async take(pauseMs: number): Promise<boolean> {
    if (this.isOver) return false;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, pauseMs);
      this.ends.add(end);
    });
    return !this.isOver;
  }

  end(): void {
    this.isOver = true;
    for (const end of this.ends) end();
  }
}
