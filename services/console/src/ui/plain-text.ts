/** A line of markdown that is only its own: a rule, the line below the head of a table, the fence of code. */
const LINES = /^[ \t]*(?:[-*_=|:][-*_=|: \t]{2,}|(?:`{3,}|~{3,}).*)$/gm;
/** What makes a line a heading, a quote or an item, with the box of a task. */
const STARTS = /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+/gm;
/** An address may hold parentheses in pairs. */
const LINKS = /!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g;
/** Between the cells of a table. */
const BARS = /\|+/g;
/** Of emphasis and code. A sign between blanks, or an underscore within a word, is text. */
const SIGNS = /[*~`]+(?=\S)|(?<=\S)[*~`]+|(?<!\w)_+(?=[^\s_])|(?<=[^\s_])_+(?!\w)/g;

const LINE_LENGTH_MAX = 1_000;

/** It may be cut at either end. The patterns take time that grows with the text, not with its square. */
export function plainText(markdown: string): string {
  const lines = markdown.replace(LINES, '').replace(STARTS, '');
  return lines.replace(LINKS, '$1').replace(BARS, ' ').replace(SIGNS, '');
}

export function plainLine(markdown: string): string {
  return plainText(markdown.slice(0, LINE_LENGTH_MAX)).replace(/\s+/g, ' ').trim();
}
