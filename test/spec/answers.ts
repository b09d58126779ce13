import { expect } from '@jest/globals';
import type { AnswerBody, OperationId } from '@svc/http-contract';
import type { HttpAnswer } from '@svc/testkit';
import { refusalProblems, responseProblems } from './response-problems.js';

/** The answer has this status, and the body that the contract gives it: no field less, none more. */
export function expectAnswer(operationId: OperationId, answer: HttpAnswer, status: number): void {
  expect(seen(answer)).toMatchObject({ status });
  expect(responseProblems(operationId, answer.status, answer.body)).toEqual([]);
}

/** The body of an answer that has to have this status, and the body that the contract gives it. */
export async function bodyOf<Id extends OperationId>(
  operationId: Id,
  call: Promise<HttpAnswer>,
  status = 200,
): Promise<AnswerBody<Id>> {
  const answer = await call;
  expectAnswer(operationId, answer, status);
  return answer.body as AnswerBody<Id>;
}

/** The answer refuses in the settled shape (decisions, "Errors"), with nothing beside it. */
export function expectRefusal(answer: HttpAnswer, status: number, detail?: string): void {
  expect(seen(answer)).toMatchObject({ status, body: { detail: detail ?? expect.any(String) } });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(refusalProblems(status, answer.body)).toEqual([]);
  if (status === 429 || status === 503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
}

/** A 422 that names this field. */
export function expectInvalidField(answer: HttpAnswer, path: string): void {
  expectRefusal(answer, 422);
  const { errors } = answer.body as { errors: { path: string }[] };
  expect(errors.map((error) => error.path)).toContain(path);
}

/** What a failing test should show of an answer. */
function seen({ status, body }: HttpAnswer): { status: number; body: unknown } {
  return { status, body };
}
