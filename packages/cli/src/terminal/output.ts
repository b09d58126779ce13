import { once } from 'node:events';
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import { cleanLine, terminalSafeJson } from './clean-text.js';

export interface TextStream {
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
  isTTY?: boolean;
  columns?: number;
}

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

export type Column<T> = [title: string, cell: (record: T) => string];

interface OutputOptions {
  stdout: TextStream;
  stderr: TextStream;
  isJson: boolean;
  isColourless: boolean;
}

/**
 * Results go to the standard output: as JSON with `--json`, as tables and in colours on a terminal, or lines
 * with tabs between their fields. Notes go to the standard error.
 */
export class Output {
  readonly isJson: boolean;
  readonly #options: OutputOptions;

  constructor(options: OutputOptions) {
    this.isJson = options.isJson;
    this.#options = options;
  }

  get isTerminal(): boolean {
    return this.#options.stdout.isTTY === true && !this.isJson;
  }

  /** A result: `value` with `--json`, else the text that `forPeople` gives. */
  result(value: unknown, forPeople: () => string | string[]): void {
    this.#lines(this.isJson ? [terminalSafeJson(value, 2)] : [forPeople()].flat());
  }

  /** A list as a result. `none` is said to a person if it is empty. */
  records<T>(records: readonly T[], columns: readonly Column<T>[], none: string): void {
    if (this.isJson) return this.#lines([terminalSafeJson(records, 2)]);
    const rows = records.map((record) => columns.map(([, cell]) => cell(record)));
    if (!this.isTerminal) return this.#lines(rows.map((row) => row.map(cleanLine).join('\t')));
    if (rows.length === 0) return this.note(none);
    const titles = columns.map(([title]) => title.toUpperCase());
    const [head = '', ...lines] = table(titles, rows, this.#options.stdout.columns || 80);
    this.#lines([this.style('dim', head), ...lines]);
  }

  /** One of many results: a line of JSON with `--json`. Resolves when the reader has kept up. */
  async item(value: unknown, forPeople: () => string): Promise<void> {
    const line = this.isJson ? terminalSafeJson(value) : forPeople();
    if (!this.#options.stdout.write(`${line}\n`)) await once(this.#options.stdout as never, 'drain');
  }

  /** As it is, without a newline. */
  piece(text: string): void {
    this.#options.stdout.write(text);
  }

  note(text: string): void {
    this.#options.stderr.write(`${text}\n`);
  }

  /** The text is not cleaned here. */
  style(style: Style, text: string): string {
    if (!this.isTerminal || this.#options.isColourless) return text;
    return styleText(style, text, { validateStream: false });
  }

  #lines(lines: readonly string[]): void {
    this.piece(lines.map((line) => `${line}\n`).join(''));
  }
}

const GAP = 2;
/** No column is made narrower than this when the terminal has too little width. */
const WIDTH_MIN = 8;

/** If the terminal has too few columns, the widest column gives way. Cells are cleaned here. */
function table(titles: readonly string[], rows: readonly (readonly string[])[], columns: number): string[] {
  const cells = [titles, ...rows.map((row) => row.map(cleanLine))];
  const widths = titles.map((_, index) => Math.max(...cells.map((row) => stringWidth(row[index] ?? ''))));
  const width = columns - GAP * (titles.length - 1);
  for (let over = sum(widths) - width; over > 0; over = sum(widths) - width) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= WIDTH_MIN) break;
    widths[widest] = Math.max(WIDTH_MIN, width - over);
  }
  return cells.map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

function padded(text: string, width: number): string {
  const cut = stringWidth(text) <= width ? text : `${cutTo(text, width - 1)}…`;
  return cut + ' '.repeat(Math.max(0, width - stringWidth(cut)));
}

function cutTo(text: string, width: number): string {
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(cut + segment) > width) break;
    cut += segment;
  }
  return cut;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
