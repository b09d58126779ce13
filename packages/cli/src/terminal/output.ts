import { once } from 'node:events';
import { styleText } from 'node:util';
import { cleanLine, terminalSafeJson } from './clean-text.js';
import { table } from './table.js';
import { wrapped } from './wrap.js';

/** The part of a stream that is written to. */
export interface TextStream {
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
  isTTY?: boolean;
  columns?: number;
}

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** A column of a list: its title, and what it shows of a record. */
export type Column<T> = [title: string, cell: (record: T) => string];

interface OutputOptions {
  stdout: TextStream;
  stderr: TextStream;
  isJson: boolean;
  isColourless: boolean;
}

/**
 * What a command says. Results go to the standard output: as JSON with `--json`, as tables and in colours on a terminal, else as lines with tabs between their fields. Notes
 * go to the standard error. Whatever is written is cleaned of what a terminal would take for an order.
 */
export class Output {
  readonly isJson: boolean;
  readonly #options: OutputOptions;

  constructor(options: OutputOptions) {
    this.isJson = options.isJson;
    this.#options = options;
  }

  /** The result is read by a person, on a terminal. */
  get isTerminal(): boolean {
    return this.#options.stdout.isTTY === true && !this.isJson;
  }

  /** A result: `value` with `--json`, else the text that `forPeople` gives. */
  result(value: unknown, forPeople: () => string | string[]): void {
    if (this.isJson) return this.#write(`${terminalSafeJson(value, 2)}\n`);
    this.#write(
      [forPeople()]
        .flat()
        .map((line) => `${line}\n`)
        .join(''),
    );
  }

  /** A list as a result. `none` is said to a person if it is empty. */
  records<T>(records: readonly T[], columns: readonly Column<T>[], none: string): void {
    if (this.isJson) return this.#write(`${terminalSafeJson(records, 2)}\n`);
    const rows = records.map((record) => columns.map(([, cell]) => cell(record)));
    if (!this.isTerminal)
      return this.#write(rows.map((row) => `${row.map(cleanLine).join('\t')}\n`).join(''));
    if (rows.length === 0) return this.note(none);
    const titles = columns.map(([title]) => title.toUpperCase());
    const [head = '', ...lines] = table(titles, rows, this.#options.stdout.columns ?? 80);
    this.#write([this.style('dim', head), ...lines].map((line) => `${line}\n`).join(''));
  }

  /** One of many results that come one after another: a line of JSON with `--json`. Resolves when the reader has kept up. */
  async item(value: unknown, forPeople: () => string): Promise<void> {
    const line = this.isJson ? terminalSafeJson(value) : forPeople();
    if (!this.#options.stdout.write(`${line}\n`)) await once(this.#options.stdout as never, 'drain');
  }

  /** A part of a text, as it comes. */
  piece(text: string): void {
    this.#write(text);
  }

  /** For a person beside the result, on the standard error. */
  note(text: string): void {
    this.#options.stderr.write(`${text}\n`);
  }

  /** A line for a person, broken between words where a terminal ends. The text is not cleaned here. */
  wrapped(text: string, indent: string): string {
    return this.isTerminal ? wrapped(text, { columns: this.#options.stdout.columns ?? 80, indent }) : text;
  }

  /** The text in a style, if the terminal shows styles. The text is not cleaned here. */
  style(style: Style, text: string): string {
    if (!this.isTerminal || this.#options.isColourless) return text;
    return styleText(style, text, { validateStream: false });
  }

  #write(text: string): void {
    this.#options.stdout.write(text);
  }
}
