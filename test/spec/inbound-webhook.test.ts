import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { baseUrl } from './product-under-test.js';

const UNKNOWN = 'a'.repeat(64);

describe('POST /webhook/{trigger_id}', () => {
  it('answers 404 {detail: Not found} for an unknown trigger_id, without agent headers', async () => {
    const answer = await httpCall(`${baseUrl}/webhook/${UNKNOWN}`, { body: { any: 'object' } });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ detail: 'Not found' });
  });

  it.each([
    ['too short', 'abc'],
    ['too long', 'a'.repeat(65)],
    ['not hex', 'z'.repeat(64)],
    ['upper case', 'A'.repeat(64)],
    ['SQL', "'%20OR%20'1'%3D'1"],
    ['a NUL', `${'a'.repeat(63)}%00`],
    ['broken percent-encoding', '%E0%A4%A'],
  ])('answers 404 for a trigger_id that is none: %s', async (_, triggerId) => {
    const answer = await httpCall(`${baseUrl}/webhook/${triggerId}`, { body: {} });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ detail: 'Not found' });
  });

  it('answers 404 whatever the body of an unknown trigger is', async () => {
    for (const body of ['{', '[]', '""', 'x', Buffer.from([0xff])]) {
      expectRefusal(await httpCall(`${baseUrl}/webhook/${UNKNOWN}`, { body }), 404, 'Not found');
    }
    expectRefusal(await httpCall(`${baseUrl}/webhook/${UNKNOWN}`, { method: 'POST' }), 404, 'Not found');
  });

  it('refuses other methods', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expectRefusal(await httpCall(`${baseUrl}/webhook/${UNKNOWN}`, { method }), 405, 'Method not allowed');
    }
  });

  it('refuses a body that is too large', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    expectRefusal(await httpCall(`${baseUrl}/webhook/${UNKNOWN}`, { body }), 413, 'Request is too large');
  });
});
