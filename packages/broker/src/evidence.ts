import { createHash } from 'node:crypto';

/** Messages that are remembered as having failed here. */
const FAILED_MAX = 10_000;

/** What the consumers of one queue in this process know: whether others succeed while a message fails. */
export class Evidence {
  /** Messages that were handled with success. */
  successes = 0;
  /** By the hash of a message that failed: the successes at that time. Oldest first. */
  private readonly failedAt = new Map<string, number>();

  succeeded(text: string): void {
    this.successes += 1;
    if (this.failedAt.size > 0) this.failedAt.delete(keyOf(text));
  }

  /** Returns whether others succeeded since the message last failed here; false where it has not. */
  failed(text: string): boolean {
    const key = keyOf(text);
    const before = this.failedAt.get(key);
    // The latest last, so that what is forgotten first has not failed for long.
    this.failedAt.delete(key);
    this.failedAt.set(key, this.successes);
    const [oldest] = this.failedAt.keys();
    if (this.failedAt.size > FAILED_MAX && oldest !== undefined) this.failedAt.delete(oldest);
    return before !== undefined && this.successes > before;
  }

  forget(text: string): void {
    this.failedAt.delete(keyOf(text));
  }
}

/** The evidence of every queue that a broker consumes. */
export class EvidenceByQueue {
  private readonly byName = new Map<string, Evidence>();

  of(queueName: string): Evidence {
    const known = this.byName.get(queueName) ?? new Evidence();
    this.byName.set(queueName, known);
    return known;
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
