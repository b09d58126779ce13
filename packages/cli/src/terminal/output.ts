import { once } from 'node:events';
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import { cleanLine, terminalSafeJson } from './clean-text.js';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

export type Column<T> = [title: string, cell: (record: T) => string];

interface OutputOptions {
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  isJson: boolean;
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
    return this.#options.stdout.isTTY && !this.isJson;
  }

  /** A result: `value` with `--json`, else the text that `forPeople` gives. */
  result(value: unknown, forPeople: () => string | string[]): void {
    this.#lines(this.isJson ? [terminalSafeJson(value, 2)] : [forPeople()].flat());
  }

  /** A list as a result. `none` is said to a person if it is empty. */
  records<T>(records: readonly T[], columns: readonly Column<T>[], none: string): void {
    if (this.isJson) return this.#lines([terminalSafeJson(records, 2)]);
    const rows = records.map((record) => columns.map(([, cell]) => cleanLine(cell(record))));
    if (!this.isTerminal) return this.#lines(rows.map((row) => row.join('\t')));
    if (rows.length === 0) return this.note(none);
    const [head = '', ...lines] = table([columns.map(([title]) => title.toUpperCase()), ...rows]);
    this.#lines([this.style('dim', head), ...lines]);
  }

  /** One of many results: a line of JSON with `--json`. Resolves when the reader has kept up. */
  async item(value: unknown, forPeople: () => string): Promise<void> {
    const line = this.isJson ? terminalSafeJson(value) : forPeople();
    if (!this.#options.stdout.write(`${line}\n`)) await once(this.#options.stdout, 'drain');
  }

  /** As it is, without a newline. */
  piece(text: string): void {
    this.#options.stdout.write(text);
  }

  note(text: string): void {
    this.#options.stderr.write(`${text}\n`);
  }

  /** In colours where the terminal has some and `NO_COLOR` is not set. The text is not cleaned here. */
  style(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#options.stdout });
  }

  #lines(lines: readonly string[]): void {
    this.piece(lines.map((line) => `${line}\n`).join(''));
  }
}

/** Each column is as wide as its widest cell, and two more. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => stringWidth(row[at] ?? ''))));
  const padded = (cell: string, at: number) => cell + ' '.repeat((widths[at] ?? 0) + 2 - stringWidth(cell));
  return rows.map((row) => row.map(padded).join('').trimEnd());
}
