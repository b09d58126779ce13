import { questionOf } from './question.js';

function ask(toolName: string, toolInput: Record<string, unknown>, toolUseId?: string) {
  return questionOf({ event: 'PreToolUse', toolName, toolInput, toolUseId, cwd: undefined });
}

describe('the question of a hook', () => {
  it('shows a command as it is typed, and names it for rules', () => {
    const question = ask('Bash', { command: 'npm test', description: 'Run the tests', timeout: 1_000 });
    expect(question).toEqual({
      ...{ title: 'Bash: npm test', action: 'Bash:npm test', key: undefined },
      description: '```\n# Run the tests\nnpm test\n```',
    });
  });

  it('names a file for rules, and shows what is written into it', () => {
    const { action, description } = ask('Write', { file_path: '/a.txt', content: 'Hello' });
    expect(action).toBe('Write:/a.txt');
    expect(description).toContain('"content": "Hello"');
  });

  it('lets a rule see all of what is not known, also beside a command', () => {
    expect(ask('Bash', { command: 'ls', sandbox: false }).action).toBe(
      'Bash:{"command":"ls","sandbox":false}',
    );
    expect(ask('mcp__mail__send', { to: 'ada' }).action).toBe('mcp__mail__send:{"to":"ada"}');
    expect(ask('toString', { command: 'ls' }).action).toBe('toString:{"command":"ls"}');
  });

  it('names what is too long by its hash, so that no rule for its beginning covers another end', () => {
    const long = `npm test ${' '.repeat(600)}`;
    const [one, other] = [ask('Bash', { command: `${long}; ls` }), ask('Bash', { command: `${long}; rm` })];
    expect(one.action).toMatch(/^Bash:sha256:[0-9a-f]{64}$/);
    expect(one.action).not.toBe(other.action);
  });

  it('shows characters that hide something, and takes what has them for no other action', () => {
    const { title, description, action } = ask('Bash', { command: 'ls \u202e\u0007x' });
    expect(title).toBe(String.raw`Bash: ls \u{202e}\u{7}x`);
    expect(description).toContain(String.raw`ls \u{202e}\u{7}x`);
    expect(action).not.toBe(ask('Bash', { command: String.raw`ls \u{202e}\u{7}x` }).action);
    // The service refuses an action with a letter that has no ink.
    expect(ask('Bash', { command: 'ls \u3164' }).action).toMatch(/^Bash:sha256:/);
  });

  it('cannot be left by what is shown in it', () => {
    const { description } = ask('Bash', { command: 'echo "```"\n```\n# Approved already' });
    const escaped = String.raw`\u{60}\u{60}\u{60}`;
    expect(description).toBe(`\`\`\`\necho "${escaped}"\n${escaped}\n# Approved already\n\`\`\``);
  });

  it('shows the beginning and the end of what is long, and that there is more', () => {
    const { title, description } = ask('Bash', { command: `first ${'x'.repeat(9_000)} last` });
    expect(title).toHaveLength(200);
    expect(description.length).toBeLessThanOrEqual(4_000);
    expect(description).toMatch(/first [^]*characters are NOT SHOWN here[^]* last\n```$/);
  });

  it('has a key where the use of the tool has an id, and another one for another input', () => {
    const input = { command: 'ls' };
    const { key = '' } = ask('Bash', input, 'toolu_1');
    expect(key.length).toBeLessThan(150);
    expect(ask('Bash', input, 'toolu_1').key).toBe(key);
    expect(ask('Bash', input, 'toolu_2').key).not.toBe(key);
    expect(ask('Bash', { command: 'rm' }, 'toolu_1').key).not.toBe(key);
  });
});
