/** A line of markdown that is only its own: a rule, the line below the head of a table, the fence of code. */
const LINES = /^\s*(?:[-*_=|: ]{3,}|(?:`{3,}|~{3,}).*)$/gm;
/** What makes a line a heading, a quote or an item, with the box of a task. */
const STARTS = /^\s*(?:#{1,6}\s+|>\s?|(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)+/gm;
const LINKS = /!?\[([^\]]*)\]\([^)]*\)/g;
/** Of emphasis, code, and cells. A sign with blanks on both sides, or an underscore within a word, is text. */
const SIGNS = /[*~`]+(?=\S)|(?<=\S)[*~`]+|\|+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)/g;

/** Markdown as plain text, for lists, choosers and what is spoken. It may be cut at either end. */
export function plainText(markdown: string): string {
  return markdown.replace(LINES, '').replace(STARTS, '').replace(LINKS, '$1').replace(SIGNS, '');
}

/** The same on one line. */
export function plainLine(markdown: string): string {
  return plainText(markdown).replace(/\s+/g, ' ').trim();
}
