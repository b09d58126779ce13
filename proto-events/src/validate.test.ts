import { validateMessageFrame, validateUserMessageEvent } from './generated/typed-validators.js';
import { fieldErrorsOf } from './validate.js';
import type { Validate } from './validate.js';

describe('fieldErrorsOf', () => {
  it('names every field that is wrong', () => {
    const frame = { type: 'message', text: 5, report_title: 'x'.repeat(201) };
    expect(errorsOf(validateMessageFrame, frame)).toEqual(
      expect.arrayContaining([
        { path: 'text', message: 'must be string' },
        { path: 'report_title', message: 'must NOT have more than 200 characters' },
      ]),
    );
  });

  it('says once which of several fields is needed', () => {
    expect(errorsOf(validateMessageFrame, { type: 'message' })).toEqual([
      { path: '', message: 'needs one of text, image_base64, media_ids, report_title' },
    ]);
  });

  it('gives the position in a list', () => {
    expect(errorsOf(validateUserMessageEvent, { image_urls: ['a', 1] })).toContainEqual({
      path: 'image_urls.1',
      message: 'must be string',
    });
  });

  it('is short for a value with many errors', () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, 1]));
    expect(errorsOf(validateUserMessageEvent, unknown)).toHaveLength(20);
  });
});

function errorsOf(validate: Validate<unknown>, value: unknown) {
  validate(value);
  return fieldErrorsOf(validate);
}
