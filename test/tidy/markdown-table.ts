/** The rows of the Markdown tables below the heading `## title`, without header and rule, as trimmed cells. */
export function tableBelow(markdown: string, title: string): string[][] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A cell's content without the backticks around it. */
export function plain(cell: string | undefined): string {
  return (cell ?? '').replace(/^`|`$/g, '');
}
