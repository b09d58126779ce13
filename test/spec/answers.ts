import type { AnswerBody, OperationId } from '@svc/http-contract';
import { succeeded } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';

/** The body of an answer that has to succeed. That it is the contract's, every answer of these suites is checked for. */
export async function bodyOf<Id extends OperationId>(operationId: Id, call: Promise<HttpAnswer>) {
  return succeeded<AnswerBody<Id>>(operationId, await call);
}

/** The answer refuses with this status. */
export function expectRefusal({ status, body }: HttpAnswer, refused: number, detail?: string): void {
  expect({ status, body }).toMatchObject({ status: refused, body: { detail: detail ?? expect.any(String) } });
}

/** A 422 that names this field. */
export function expectInvalidField(answer: HttpAnswer, path: string): void {
  expectRefusal(answer, 422);
  const { errors } = answer.body as { errors: { path: string }[] };
  expect(errors.map((error) => error.path)).toContain(path);
}
