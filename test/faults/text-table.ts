/** Rows of cells as lines of text, names to the left and numbers to the right. */
export function textTable(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_title, index) =>
    Math.max(...cells.map((line) => (line[index] ?? '').length)),
  );
  return cells.map((line) => line.map((cell, index) => aligned(cell, index, widths)).join('  ')).join('\n');
}

export function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(2)} s`;
}

function aligned(cell: string, index: number, widths: readonly number[]): string {
  const width = widths[index] ?? 0;
  return index === 0 ? cell.padEnd(width) : cell.padStart(width);
}
