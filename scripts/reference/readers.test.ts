import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silent } from './problems.mjs';
import { readPython } from './python-reader.mjs';
import { readTypeScript } from './typescript-reader.mjs';

const TYPESCRIPT = `
import { Base } from './base.js';

/** A gate. */
export class Gate extends Base {
  /** How wide it is, in metres. */
  readonly width: number = 1;
  readonly height?: number;
  #secret = 1;
  private hinge = 1;
  /** @internal */
  constructor(parts: object) {}

  /**
   * Opens it.
   *
   * @param how.slowly whether nobody is in a hurry. Default false.
   * @returns whether it was closed.
   * @throws {Error} if it is locked.
   */
  open({ slowly }: { slowly?: boolean } = {}): boolean { return true; }
  close(): void {}
  /** @internal */
  oil(): void {}
}
`;

const PYTHON = `
from svc_agent.base import Base


class Gate(Base):
    """A gate."""

    def __init__(self, parts: object) -> None:
        #: How wide it is, in metres.
        self.width: float = 1
        try:
            self.height: float | None = None
        finally:
            pass
        self._hinge = 1

    def open(self, *, slowly: bool = _SLOWLY) -> bool:
        """Opens it.

        :param slowly: whether nobody is in a hurry, as \`width\` and \`\`Gate\`\` say.
            Default False.
        :returns: whether it was closed.
        :raises ValueError: if it is locked.
        """
        return True

    def close(self) -> None:
        self._hinge = 0

    def oil(self) -> None:
        """For whoever has oil."""


_SLOWLY = False
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reference-'));
  await mkdir(join(folder, 'svc_agent'));
  const files = {
    'index.ts': "export { Gate } from './gate.js';",
    'gate.ts': TYPESCRIPT,
    'svc_agent/__init__.py': 'from svc_agent.gate import Gate\n\n__all__ = ["Gate"]\n',
    'svc_agent/gate.py': PYTHON,
    'svc_agent/base.py':
      'class Base:\n    """A base."""\n\n    def knock(self) -> None:\n        """Knocks."""\n',
    'svc_agent/plugin.py': '',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function gates() {
  const [typescript] = readTypeScript({ gate: join(folder, 'index.ts') });
  const [python] = readPython(folder, { modules: ['svc_agent'], plugin: 'svc_agent.plugin' });
  if (typescript === undefined || python === undefined) throw new Error('There are no gates.');
  return { typescript, python };
}

describe('a reader of docstrings', () => {
  it('finds the public members and no other', () => {
    const { typescript, python } = gates();
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(names(typescript.fields)).toEqual(['width', 'height']);
    expect(names(typescript.methods)).toEqual(['open', 'close']);
    expect(names(python.fields)).toEqual(['width', 'height']);
    // A base that is not exported has no location of its own.
    expect(names(python.methods)).toEqual(['knock', 'open', 'close']);
  });

  it('reads what a member takes, gives and throws', () => {
    const { typescript, python } = gates();
    expect(typescript.methods[0]).toMatchObject({
      signatures: ['open(how?: { slowly?: boolean }): boolean'],
      text: 'Opens it.',
      said: new Map([['how.slowly', 'whether nobody is in a hurry. Default false.']]),
      gives: 'whether it was closed.',
      throws: [{ type: 'Error', text: 'if it is locked.' }],
    });
    expect(python.methods[1]).toMatchObject({
      signatures: ['def open(*, slowly: bool = False) -> bool'],
      text: 'Opens it.',
      said: new Map([
        ['slowly', 'whether nobody is in a hurry, as {@ref width} and `Gate` say. Default False.'],
      ]),
      gives: 'whether it was closed.',
      throws: [{ type: 'ValueError', text: 'if it is locked.' }],
    });
  });

  it('names what has no docstring', () => {
    const { typescript, python } = gates();
    const of = (item: Parameters<typeof silent>[0]) =>
      silent(item).map((problem) => problem.replace(/^.*(?=Gate[.])/, ''));
    expect(of(typescript)).toEqual(['Gate.height has no docstring.', 'Gate.close has no docstring.']);
    expect(of(python)).toEqual(['Gate.height has no docstring.', 'Gate.close has no docstring.']);
  });
});
