/** Prints figures of what is measured, by its name. */
export function printTable(
  title: string,
  lines: readonly (readonly [string, Record<string, number>])[],
): void {
  const shown = ([name, figures]: (typeof lines)[number]) => [
    name,
    Object.fromEntries(Object.entries(figures).map(([column, figure]) => [column, rounded(figure)])),
  ];
  console.log(`\n${title}`);
  console.table(Object.fromEntries(lines.map(shown)));
}

interface Bound {
  unit: 'times' | 'ms';
  atLeast?: number;
  atMost?: number;
  under?: number;
}

export function printTarget(what: string, figure: number, { unit, ...bound }: Bound): void {
  const { atLeast = -Infinity, atMost = Infinity, under = Infinity } = bound;
  const [[name = '', value = NaN] = []] = Object.entries(bound);
  const target = `${name.replace(/(?=[A-Z])/, ' ').toLowerCase()} ${value} ${unit}`;
  const isMet = figure >= atLeast && figure <= atMost && figure < under;
  console.log(`${isMet ? '✓' : '✗'} ${what}: ${rounded(figure)} ${unit} (target: ${target})`);
}

/** Apart from the figures. */
export function say(line: string): void {
  console.error(`  ${line}`);
}

function rounded(figure: number): number {
  return figure >= 1_000 ? Math.round(figure) : Number(figure.toFixed(2));
}
