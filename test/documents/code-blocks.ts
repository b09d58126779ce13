import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, read, ROOT } from '../tidy/source-files.js';

/** A fenced block of a document. */
export interface CodeBlock {
  /** The document's path from the repository's root. */
  document: string;
  /** The line of its fence, from 1. */
  line: number;
  /** The first word behind the fence, or nothing. */
  language: string;
  /** What stands between the fences, without their indentation, ended by a line break. */
  text: string;
  /** What the comments right before it say, the first one first. */
  notes: string[];
}

/** Packages whose README is for people who write agents. */
const PACKAGES = ['agent', 'agent-python', 'cli'];

/** Every document that readers of the site, of a package or of the repository's front page meet. */
export function documents(): string[] {
  const pages = filesBelow('docs').filter((path) => path.endsWith('.md') && !isGenerated(path));
  const readmes = PACKAGES.map((name) => `packages/${name}/README.md`);
  return ['README.md', ...readmes, ...pages].filter((path) => existsSync(join(ROOT, path)));
}

/** The reference is made of the packages' docstrings, and checked where it is made. */
function isGenerated(path: string): boolean {
  return path.startsWith('docs/reference/');
}

export function codeBlocks(document: string): CodeBlock[] {
  const lines = read(document).split('\n');
  const blocks: CodeBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const fence = /^( *)(`{3,})([\w+-]*)/.exec(lines[at] ?? '');
    if (fence === null) continue;
    const [, indentation = '', marks = '', language = ''] = fence;
    const end = lines.findIndex((line, index) => index > at && line.trim() === marks);
    if (end === -1) throw new Error(`${document}:${at + 1} is a fence without an end.`);
    const text = lines
      .slice(at + 1, end)
      .map((line) => `${line.startsWith(indentation) ? line.slice(indentation.length) : line.trimStart()}\n`)
      .join('');
    blocks.push({ document, line: at + 1, language, text, notes: notesBefore(lines, at) });
    at = end;
  }
  return blocks;
}

function notesBefore(lines: string[], fenceAt: number): string[] {
  const notes: string[] = [];
  for (let at = fenceAt - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    const note = /^ *<!-- (.+) -->$/.exec(line)?.[1];
    if (note !== undefined) notes.unshift(note);
    else if (line.trim() !== '') break;
  }
  return notes;
}
