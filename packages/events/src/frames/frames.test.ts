import { describe, expect, it } from '@jest/globals';
import { decisionResolvedFrame } from './decision-resolved.js';
import { taskTriggerFrame, payloadTextOf } from './task-trigger.js';

describe('the frame of a decision_resolved event', () => {
  const outcome = { decisionId: 'dec_1', status: 'approved', conversationId: 'conv_1' } as const;

  it('has every field, with an empty note for none', () => {
    const frame = decisionResolvedFrame({ ...outcome, note: null, alwaysAllowPattern: null });
    expect(JSON.parse(frame)).toEqual({
      type: 'decision_resolved',
      decision_id: 'dec_1',
      status: 'approved',
      note: '',
      conversation_id: 'conv_1',
      always_allow: false,
      always_allow_pattern: null,
    });
  });

  it('names the pattern of an always-allow', () => {
    const frame = decisionResolvedFrame({ ...outcome, note: 'Fine', alwaysAllowPattern: 'a*' });
    expect(JSON.parse(frame)).toMatchObject({ note: 'Fine', always_allow: true, always_allow_pattern: 'a*' });
  });
});

describe('the frame of a task_trigger event', () => {
  const task = { taskId: 'tsk_1', name: 'Nightly', prompt: 'Say "payload":', schedule: 'event' };

  it('has the payload as it came, and gives it back', () => {
    const payload = '{"n":1.0, "deep":{"payload":[1]}}';
    const frame = taskTriggerFrame(task, 'run_1', payload);
    expect(JSON.parse(frame)).toEqual({
      type: 'task_trigger',
      task_id: 'tsk_1',
      run_id: 'run_1',
      task_name: 'Nightly',
      task_prompt: 'Say "payload":',
      payload: { n: 1, deep: { payload: [1] } },
    });
    expect(payloadTextOf(frame)).toBe(payload);
  });
});
