import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ERROR_CODES, CONTEXT_TEXT_LENGTH_MAX, TASK_PROMPT_LENGTH_MAX } from '@svc/domain';
import { byName, calls, everything } from './described-operations.suite.js';
import { document } from './generated/document.js';

describe('the document', () => {
  it('is what the sources under openapi/ say', () => {
    const folder = join(import.meta.dirname, '..');
    expect(() => execFileSync(process.execPath, ['generate.mjs', '--check'], { cwd: folder })).not.toThrow();
  });

  it.each(byName(everything))('%s is described', (_name, { operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/[.]\n?$/);
    expect(operation.tags).toHaveLength(1);
    expect(operation.security).toBeInstanceOf(Array);
  });

  it.each(byName(calls))('%s documents the refusals that can happen to it', (_name, call) => {
    const { operation, parameters } = call;
    const expected = ['429', '500', '503'];
    if (operation.security.length > 0) expected.push('401');
    if (parameters.some((parameter) => parameter.in === 'path')) expected.push('404');
    if (parameters.some((parameter) => parameter.in === 'query')) expected.push('422');
    if (operation.requestBody !== undefined) expected.push('400', '408', '413', '415', '422');
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(expected));
  });

  it('shows the details of the error codes in its examples', () => {
    const details = Object.values(document.components.responses)
      .map(({ content }) => content?.['application/json']?.example as { detail?: string } | undefined)
      .flatMap((example) => example?.detail ?? []);
    const known = Object.values(ERROR_CODES).map((code) => code.detail as string);
    expect(details.filter((detail) => !known.includes(detail))).toEqual([]);
  });

  it('takes the longest prompt and context block in whatever way JSON spells them', () => {
    const limits = [
      [document.paths['/api/agent/tasks']?.post, TASK_PROMPT_LENGTH_MAX],
      [document.paths['/api/agent/tasks/{task_id}']?.patch, TASK_PROMPT_LENGTH_MAX],
      [document.paths['/api/agent/tasks/runs/{run_id}/context']?.post, CONTEXT_TEXT_LENGTH_MAX],
    ] as const;
    const spelled = String.raw`\ud83d\ude00`.length;
    for (const [operation, lengthMax] of limits) {
      expect(operation?.['x-body-limit-bytes']).toBeGreaterThan(lengthMax * spelled);
    }
  });
});
