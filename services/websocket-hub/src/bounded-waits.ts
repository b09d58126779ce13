/** Waits until the condition holds, but not longer than the bound. */
export async function within(boundMs: number, holds: () => boolean): Promise<void> {
  const endMs = performance.now() + boundMs;
  while (!holds() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 20));
}

export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Rejects with {@link NoAnswerError} if the answer does not come in time. It may come nevertheless. */
export async function inTime<T>(answer: Promise<T>, boundMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new NoAnswerError(`No answer within ${Math.round(boundMs)} ms`)),
      boundMs,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
