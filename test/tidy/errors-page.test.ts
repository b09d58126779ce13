import { describe, expect, it } from '@jest/globals';
import { CLOSE_CODES, ERROR_CODES } from '@svc/domain';
import { plain, tableBelow } from './markdown-table.js';
import { read } from './source-files.js';

describe('docs/errors.md', () => {
  const page = read('docs/errors.md');

  it('lists exactly the error codes of the code, with status and detail', () => {
    const listed = tableBelow(page, 'HTTP').map((row) => `${plain(row[0])} ${row[1]} ${plain(row[2])}`);
    const known = Object.entries(ERROR_CODES).map(
      ([code, { status, detail }]) => `${code} ${status} ${detail}`,
    );
    expect(listed.sort()).toEqual(known.sort());
  });

  it('lists exactly the close codes of the code', () => {
    const listed = tableBelow(page, 'Sockets').map((row) => `${row[0]} ${plain(row[1])}`);
    const known = Object.entries(CLOSE_CODES).map(([reason, code]) => `${code} ${reason}`);
    expect(listed.sort()).toEqual(known.sort());
  });
});
