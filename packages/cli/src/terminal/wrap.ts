import stringWidth from 'string-width';

/**
 * The text in lines of at most so many columns, broken between words, and indented from the second line on. The first line keeps the spaces that it begins with. A longer word has a
 * line of its own.
 */
export function wrapped(text: string, { columns, indent }: { columns: number; indent: string }): string {
  const [first = '', ...words] = text.trimStart().split(' ');
  const lines: string[] = [];
  let line = text.slice(0, text.length - text.trimStart().length) + first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (stringWidth(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line].join('\n');
}
