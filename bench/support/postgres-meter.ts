import { messageReader } from './wire-meter.js';
import type { MeteredProtocol, Reader } from './wire-meter.js';

export interface PostgresTotals {
  /** Executions of prepared statements and simple queries, `BEGIN` and `COMMIT` among them. */
  statements: number;
  /** Of both directions. */
  bytes: number;
}

/** A kind of one byte and a length that counts itself (PostgreSQL's manual, "Message Formats"). */
const HEAD_BYTES = 5;
const KINDS = new Set(['E', 'Q'].map((kind) => kind.charCodeAt(0)));

/** Counts statements and bytes of PostgreSQL's protocol, without TLS. */
export class PostgresMeter implements MeteredProtocol {
  readonly totals: PostgresTotals = { statements: 0, bytes: 0 };

  connected(): { fromClient: Reader; fromServer: Reader } {
    const statements = messageReader({
      headBytes: HEAD_BYTES,
      peekBytes: HEAD_BYTES,
      lengthOf: (head) => 1 + head.readUInt32BE(1),
      seen: (head) => {
        if (KINDS.has(head[0] ?? 0)) this.totals.statements += 1;
      },
    });
    let startup: Buffer | null = Buffer.alloc(0);
    return {
      fromClient: (chunk) => {
        this.totals.bytes += chunk.length;
        if (startup === null) return statements(chunk);
        // The first message has no kind.
        startup = Buffer.concat([startup, chunk]);
        if (startup.length < 4 || startup.length < startup.readUInt32BE(0)) return;
        const rest = startup.subarray(startup.readUInt32BE(0));
        startup = null;
        statements(rest);
      },
      fromServer: (chunk) => {
        this.totals.bytes += chunk.length;
      },
    };
  }
}
