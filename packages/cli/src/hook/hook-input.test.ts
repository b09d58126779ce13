import { hookInput } from './hook-input.js';

const GIVEN = {
  ...{ session_id: 'x', cwd: '/src', hook_event_name: 'PreToolUse', tool_name: 'Bash' },
  ...{ tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' },
};

describe('the input of a hook', () => {
  it.each([
    ['', 'no JSON'],
    ['[', 'no JSON'],
    ['7', 'no object'],
    ['null', 'no object'],
    [JSON.stringify({ ...GIVEN, hook_event_name: 'PostToolUse' }), 'PostToolUse'],
    [JSON.stringify({ ...GIVEN, tool_name: '' }), 'no tool'],
    [JSON.stringify({ ...GIVEN, tool_input: 'ls' }), 'tool_input'],
  ])('that is %j ends the hook with the code that says no', (text, why) => {
    const read = () => hookInput(text);
    expect(read).toThrow(why);
    expect(read).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
