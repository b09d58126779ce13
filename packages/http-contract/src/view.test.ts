import { dereference } from './document.js';
import type { Schema } from './document.js';
import { document } from './generated/document.js';
import { viewOf } from './view.js';

const propertiesOf = (name: string): Record<string, Schema> => {
  const { properties = {} } = document.components.schemas[name] as { properties?: Record<string, Schema> };
  return properties;
};

const AT = new Date('2026-03-02T09:30:00Z');
const RUN = {
  ...{ id: 'run_1', taskId: null, taskName: null, agentId: 'agt_1', eventId: null, conversationId: null },
  ...({ origin: 'manual', status: 'running', summary: null, scheduledFor: null } as const),
  ...{ startedAt: AT, finishedAt: null, attempt: null, failureReason: null, leaseExpiresAt: null },
  ...{ headers: null, progress: null },
};

describe('a view', () => {
  it('has the names and moments of its schema, null where that takes it, and nothing else', () => {
    const view = viewOf('TaskRun', { ...RUN, ...{ secretSealed: 'x' } });
    expect(view).toMatchObject({ task_id: null, status: 'running', started_at: AT.toISOString() });
    const names = Object.keys(propertiesOf('TaskRun'));
    expect(Object.keys(view)).toEqual(names.filter((name) => name in view));
    for (const name of ['attempt', 'progress', 'headers', 'secretSealed', 'secret_sealed'])
      expect(view).not.toHaveProperty(name);
  });

  it('goes on within objects, and leaves a map as it is', () => {
    const headers = { 'X-Order': '7', some_name: 'kept' };
    const progress = { percent: null, text: 'Half', updatedAt: AT };
    expect(viewOf('TaskRun', { ...RUN, headers, progress })).toMatchObject({
      ...{ headers, progress: { text: 'Half', updated_at: AT.toISOString() } },
    });
  });

  it('is of no schema whose parts stand where it does not look', () => {
    for (const name of Object.keys(document.components.schemas))
      for (const field of Object.values(propertiesOf(name)))
        if ('$ref' in field) expect([name, dereference(document, field)]).not.toHaveProperty('1.anyOf');
  });
});
