/** Rows that are read at once, so that the memory that an export takes does not depend on its size. */
export const PAGE = 100;

/** One line of an export: what it is, and its fields as the client API shows them. */
export interface ExportLine {
  record: string;
  [field: string]: unknown;
}

/** All pages of a list of rows, each read behind the last row of the one before. */
export async function* rowPages<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const found = await read(last);
    if (found.length > 0) yield found;
    if (found.length < PAGE) return;
    last = found.at(-1);
  }
}

/** The same as lines. */
export async function* linePages<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  line: (row: Row) => ExportLine,
): AsyncGenerator<ExportLine[]> {
  for await (const page of rowPages(read)) yield page.map(line);
}

/** The same as text, a page at once. `proceed` hears of each page that was taken. */
export async function* exportTexts(
  pages: AsyncIterable<ExportLine[]>,
  proceed: (lines: number) => Promise<void>,
): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page.map((line) => `${JSON.stringify(line)}\n`).join('');
    await proceed(page.length);
  }
}
