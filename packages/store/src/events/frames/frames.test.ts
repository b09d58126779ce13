import { taskTriggerFrame, payloadTextOf } from './frames.js';

const task = { taskId: 'tsk_1', name: 'Nightly', prompt: 'Say "payload":', schedule: 'event' };

it('a task_trigger frame has the payload as it came, and gives it back, whatever its headers are', () => {
  const payload = '{"n":1.0, "deep":{"payload":[1]}}';
  const named = { a: '{"', payload: '","payload":' };
  // As `json_object_agg` writes it.
  const headers = '{ "a" : "{\\"", "payload" : "\\",\\"payload\\":" }';
  const frame = taskTriggerFrame(task, 'run_1', { payload, headers });
  expect(JSON.parse(frame)).toEqual({
    ...{ type: 'task_trigger', task_id: 'tsk_1', run_id: 'run_1', headers: named },
    ...{ task_name: 'Nightly', task_prompt: 'Say "payload":', payload: { n: 1, deep: { payload: [1] } } },
  });
  expect(payloadTextOf(frame)).toBe(payload);
  const bare = taskTriggerFrame(task, 'run_1', { payload, headers: null });
  expect(JSON.parse(bare)).not.toHaveProperty('headers');
});
