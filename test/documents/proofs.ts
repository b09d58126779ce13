import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow, read, ROOT } from '../tidy/source-files.js';
import { codeBlocks, documents } from './code-blocks.js';
import type { CodeBlock } from './code-blocks.js';
import { notRunHere } from './not-run.js';
import { literalPattern } from './written-output.js';

/**
 * How it is known that a block is right:
 *
 * - `from`: it is a part of a file that a test runs, word for word.
 * - `checked`: this test reads it and runs it, or tries what it says.
 * - `run`: it is a part of its page's script ({@link file://./page-script.ts}).
 * - `file`: that script writes it into a file.
 * - `output`: the block before it writes exactly this.
 * - `elsewhere`: it needs what no test has, and stands in the list with the reason.
 */
export type Proof =
  | { kind: 'from'; file: string }
  | { kind: 'checked'; test: string }
  | { kind: 'run'; until: string[] }
  | { kind: 'file'; name: string }
  | { kind: 'output' }
  | { kind: 'elsewhere'; reason: string };

export interface ProvenBlock extends CodeBlock {
  /** `null`: nobody knows whether it is right. */
  proof: Proof | null;
}

/** Here every block of a shell is run unless it says otherwise; elsewhere one that says `run`. */
const GUIDE = 'docs/guide/';
const SHELL = ['sh', 'bash'];
const OUTPUT = ['json', 'text'];

/** The blocks of a document, each with its proof. */
export function provenBlocks(document: string): ProvenBlock[] {
  const test = /^<!-- every block is checked by (\S+) -->$/m.exec(read(document))?.[1];
  const blocks: ProvenBlock[] = [];
  for (const block of codeBlocks(document)) {
    const proof = test === undefined ? proofOf(block, blocks.at(-1)) : { kind: 'checked' as const, test };
    blocks.push({ ...block, proof });
  }
  return blocks;
}

function proofOf(block: CodeBlock, before: ProvenBlock | undefined): Proof | null {
  const said = (verb: string) =>
    block.notes.flatMap((note) => (note.startsWith(`${verb} `) ? [note.slice(verb.length + 1)] : []));
  const [[file], [test], [name]] = [said('from'), said('checked by'), said('file')];
  if (file !== undefined) return { kind: 'from', file };
  if (test !== undefined) return { kind: 'checked', test };
  if (name !== undefined) return { kind: 'file', name };
  const reason = notRunHere(block);
  if (reason !== undefined) return { kind: 'elsewhere', reason };
  const isRun = block.document.startsWith(GUIDE) || block.notes.includes('run');
  if (isRun && SHELL.includes(block.language)) return { kind: 'run', until: said('until') };
  return OUTPUT.includes(block.language) && before?.proof?.kind === 'run' ? { kind: 'output' } : null;
}

/** Whether the lines of a block stand in a text one after another, perhaps indented. */
export function isPartOf(block: string, text: string): boolean {
  const wanted = block.trimEnd().split('\n');
  const lines = text.split('\n');
  return lines.some((_, at) => {
    const part = lines.slice(at, at + wanted.length);
    const indentation = /^ */.exec(part.find((line) => line !== '') ?? '')?.[0] ?? '';
    const indented = wanted.map((line) => (line === '' ? '' : indentation + line));
    return part.every((line, index) => line === indented[index]);
  });
}

/** Whether CI runs a file: a test names it, a page starts it, or a document proves the same block. */
export function isExecuted(file: string, block: string): boolean {
  if (file.endsWith('.md'))
    return provenBlocks(file).some(({ text, proof }) => isPartOf(block, text) && proof !== null);
  // All of them are compared with the schemas.
  if (file.startsWith('proto-events/examples/valid/')) return true;
  // `uvicorn` names the module.
  const name = literalPattern(basename(file)).replace(/\\\.py$/, '(\\.py)?');
  const named = new RegExp(`['"\`/ ]${name}['"\`:]`);
  return testFiles().some((test) => named.test(read(test))) || isStartedByPage(file);
}

/** Where a page starts a program, `test/python/pages.test.ts` starts that of the same name in Python. */
function isStartedByPage(file: string): boolean {
  const program = /^packages\/agent-python\/examples\/(\w+)\.py$/.exec(file)?.[1]?.replaceAll('_', '-');
  const command = program === undefined ? file : `node examples/${program}.mjs`;
  const blocks = documents().flatMap(provenBlocks);
  return blocks.some(({ proof, text }) => proof?.kind === 'run' && text.includes(command));
}

/** Whether a test of CI names a document, and so reads its blocks. */
export function isReadBy(document: string, test: string): boolean {
  if (!/\.test\.ts$|\/test_\w+\.py$/.test(test) || !existsSync(join(ROOT, test))) return false;
  return read(test).includes(basename(document));
}

function testFiles(): string[] {
  const files = ['test/spec', 'test/python', 'packages/agent/src'].flatMap(filesBelow);
  return files.filter((path) => path.endsWith('.test.ts'));
}
