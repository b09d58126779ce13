import type { CodeBlock } from './code-blocks.js';

/** Blocks that need what no test has, by their beginning. There is no other way to leave a block out. */
const NOT_RUN: readonly { document: string; begins: string; reason: string }[] = [
  ...['README.md', 'docs/guide/start.md'].map((document) => ({
    document,
    begins: 'npm start',
    reason:
      'It goes on until it is stopped. `npm run test:containers` runs it; `test/spec` runs what it starts.',
  })),
  {
    document: 'docs/guide/start.md',
    begins: 'pip install',
    reason: 'It asks a registry for two packages. `npm run test:python` installs the wheel of this folder.',
  },
  {
    document: 'docs/coding-agents.md',
    begins: 'claude mcp add',
    reason: 'It needs a program of somebody else. The blocks behind it have the same addresses and headers.',
  },
  {
    document: 'docs/coding-agents.md',
    begins: 'cd ~/src/shop && svc acp',
    reason: 'It needs a program of somebody else. `test/spec/svc-acp.test.ts` has one of ours in its place.',
  },
  {
    document: 'docs/operations.md',
    begins: 'export SECRETS_KEY=',
    reason: 'It needs an engine for containers. `npm run test:containers` runs the composition.',
  },
];

/** Why a block is not run, or `undefined`. */
export function notRunHere(block: CodeBlock): string | undefined {
  return NOT_RUN.find((entry) => isAbout(entry, block))?.reason;
}

/** The entries of the list that are about none of these blocks. */
export function needlessEntries(blocks: readonly CodeBlock[]): string[] {
  const needless = NOT_RUN.filter((entry) => !blocks.some((block) => isAbout(entry, block)));
  return needless.map(({ document, begins }) => `${document}: ${begins}`);
}

function isAbout(entry: { document: string; begins: string }, { document, text }: CodeBlock): boolean {
  return entry.document === document && text.startsWith(entry.begins);
}
