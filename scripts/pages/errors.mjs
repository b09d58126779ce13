import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const CODE = /\/\*\* (.+) \*\/\n {2}(\w+): \{ status: (\d+), detail: '(.+)' \}/g;
const CLOSE = /\/\*\* (.+) \*\/\n {2}(\w+): (\d{4})/g;

/** @param {string} root the repository's folder. */
export async function errorsPage(root) {
  const source = await readFile(join(root, 'packages/domain/src/errors.ts'), 'utf8');
  const codes = [...source.matchAll(CODE)];
  const closes = [...source.matchAll(CLOSE)];
  const http = codes.map(([, when, code, status, detail]) => [`\`${code}\``, status, detail, when]);
  const sockets = closes.map(([, when, name, code]) => [code, `\`${name}\``, when]).toSorted();
  return `# Errors

A refused call answers \`{"detail": "…"}\`; a 422 adds \`errors: [{"path": "body.text", "message": "…"}]\`, a 429 or 503 the header \`Retry-After\` in seconds,
a 500 a \`request_id\`. The code stands in source and logs. It is not sent, but for the four of RFC 8628, which come as \`error\` beside the detail. Some calls say more in \`detail\`.
What is not HTTP is 400, and headers over 16 KiB are 431.

## HTTP

${table(['Code', 'Status', 'Detail', 'When'], http)}
## Sockets

A socket is closed with these codes. After authentication an invalid frame does not close it: the answer is \`{"type": "error", "detail": "…"}\`.
A hub without room refuses the upgrade with 503 and \`Retry-After\`.

${table(['Code', 'Name', 'When'], sockets)}
## Webhook deliveries

A delivery has no error code. An answer other than 2xx, or a connection that fails, is \`http_error\`; no answer in time is \`http_timeout\`. The retry carries this in \`X-Svc-Retry-Reason\`
([webhook delivery](decisions/webhook-delivery.md)).
`;
}

function table(head, rows) {
  const lines = [head, head.map(() => '-'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
