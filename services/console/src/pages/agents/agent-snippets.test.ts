import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentSnippets } from './agent-snippets.ts';

const access = { agentId: 'agt_1', secret: 'svc_2', baseUrl: 'https://agents.example.com' };

const KINDS = ['interactive', 'approval-only'] as const;
const ROOT = join(import.meta.dirname, '../../../../..');

describe('the programs to paste', () => {
  it.each(KINDS)('are programs, for %s agents', (kind) => {
    const [typescript, , curl] = agentSnippets(access, kind);
    execFileSync('sh', ['-n'], { input: curl?.text ?? '' });
    execFileSync(process.execPath, ['--input-type=module', '--check'], { input: typescript?.text ?? '' });
  });

  it('are the lines of the example, with the agent filled in', () => {
    const example = readFileSync(join(ROOT, 'examples/echo.mjs'), 'utf8').replace(/^\/\/.*\n/, '');
    const [typescript] = agentSnippets(access, 'interactive');
    expect(typescript?.text.replace(/new Agent\(\{[^]*?\}\)/, 'new Agent()')).toBe(example);
  });
});
