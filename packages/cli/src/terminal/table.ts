import stringWidth from 'string-width';
import { cleanLine } from './clean-text.js';

const GAP = 2;
/** No column is made narrower than this when the terminal has too little room. */
const WIDTH_MIN = 8;

/**
 * Columns that are as wide as their widest cell. If the terminal has less room, the widest column gives way.
 *
 * @param rows cells as others wrote them; they are cleaned here.
 * @param columns of the terminal.
 */
export function table(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string[] {
  const cells = [titles, ...rows.map((row) => row.map(cleanLine))];
  const widths = titles.map((_, index) => Math.max(...cells.map((row) => stringWidth(row[index] ?? ''))));
  const room = columns - GAP * (titles.length - 1);
  for (let over = sum(widths) - room; over > 0; over = sum(widths) - room) {
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
