import { byName, calls, everything } from './described-operations.suite.js';
import { dereference } from './document.js';
import type { MediaType, ResponseObject, OperationId } from './document.js';
import { document } from './generated/document.js';
import { contractAjv, referenceTo } from './validation.js';
import { responseProblems } from '../../../test/spec/response-problems.js';

const ajv = contractAjv(document, { allErrors: true });

describe('the examples of the document', () => {
  it.each(byName(everything))('%s shows a body that it takes, if it takes one', (_name, described) => {
    const { operation, keys } = described;
    const content = operation.requestBody?.content['application/json'];
    // A file has no example.
    if (content === undefined) return;
    const schema = referenceTo(...keys, 'requestBody', 'content', 'application/json', 'schema');
    const validate = ajv.compile(schema);
    for (const { value } of examplesOf(content))
      expect([validate(value), validate.errors]).toEqual([true, null]);
  });

  // What the service answers is held to more than what it takes: no field beside those that are named, and all in their order.
  it.each(byName(calls))('%s shows what it answers, refusals too', (_name, { operation }) => {
    const shown: string[] = [];
    for (const [status, reference] of Object.entries(operation.responses)) {
      const { content } = dereference<ResponseObject>(document, reference);
      if (content === undefined) continue;
      shown.push(status);
      // A file has no example.
      if (content['application/zip'] !== undefined) continue;
      const id = operation.operationId as OperationId;
      for (const { value } of examplesOf(content['application/json']))
        expect([status, responseProblems(id, Number(status), value)]).toEqual([status, []]);
    }
    // 202 to a message of MCP and 204 have no body.
    const empty = operation.operationId === 'callMcp' ? ['202'] : ['204'];
    expect(shown).toEqual(Object.keys(operation.responses).filter((status) => !empty.includes(status)));
    expect(shown.some((status) => status.startsWith('4'))).toBe(true);
  });

  it.each(byName(everything))(
    '%s says what its examples are where it has several',
    (_name, { operation }) => {
      const answers = Object.values(operation.responses).map((reference) =>
        dereference<ResponseObject>(document, reference),
      );
      for (const body of [operation.requestBody, ...answers])
        for (const example of Object.values(body?.content?.['application/json']?.examples ?? {}))
          expect(example.summary).toMatch(/[.]$/);
    },
  );

  it.each(byName(everything))(
    '%s shows the ids of its path and the headers that come with it',
    (_name, call) => {
      for (const { name, in: location, schema, example } of call.parameters) {
        if (location !== 'query') expect([name, example]).toEqual([name, expect.anything()]);
        if (example !== undefined)
          expect([name, ajv.validate(dereference(document, schema), example)]).toEqual([name, true]);
      }
    },
  );
});

/** At least one, and none that shows nothing. */
function examplesOf(content: MediaType | undefined): { value: unknown }[] {
  const examples =
    content?.examples === undefined ? [{ value: content?.example }] : Object.values(content.examples);
  expect(examples.length).toBeGreaterThan(0);
  for (const { value } of examples) expect([undefined, '[]', '{}']).not.toContain(JSON.stringify(value));
  return examples;
}
