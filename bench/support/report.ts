type Cell = string | number;

/** Prints a small table: the first column to the left, the others to the right. */
export function printTable(title: string, header: readonly string[], lines: readonly Cell[][]): void {
  const cells = [header, ...lines.map((line) => line.map(shown))];
  const widths = header.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const aligned = cells.map((line) =>
    widths
      .map((width, column) =>
        column === 0 ? (line[column] ?? '').padEnd(width) : (line[column] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...rest] = aligned;
  process.stdout.write(`\n${title}\n${[head, '─'.repeat(head.length), ...rest].join('\n')}\n`);
}

interface Bound {
  unit: 'times' | 'ms' | 's' | '%';
  atLeast?: number;
  atMost?: number;
  under?: number;
}

export function printTarget(what: string, figure: number, { unit, ...bound }: Bound): void {
  const { atLeast = -Infinity, atMost = Infinity, under = Infinity } = bound;
  const [[name = '', value = NaN] = []] = Object.entries(bound);
  const target = `${name.replace(/(?=[A-Z])/, ' ').toLowerCase()} ${value} ${unit}`;
  const isMet = figure >= atLeast && figure <= atMost && figure < under;
  printOutcome(what, { figure: `${figure.toFixed(unit === 'times' ? 2 : 1)} ${unit}`, target, isMet });
}

/** For what is no number. */
export function printOutcome(
  what: string,
  { figure, target, isMet }: { figure: string; target: string; isMet: boolean },
): void {
  process.stdout.write(`${isMet ? '✓' : '✗'} ${what}: ${figure} (target: ${target})\n`);
}

/** Apart from the figures. */
export function say(line: string): void {
  process.stderr.write(`  ${line}\n`);
}

function shown(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (Number.isNaN(cell)) return '–';
  if (Math.abs(cell) >= 1_000) return Math.round(cell).toLocaleString('en-US');
  return Number.isInteger(cell) ? String(cell) : cell.toFixed(2);
}
