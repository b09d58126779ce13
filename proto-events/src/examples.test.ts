import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as contracts from './index.js';
import { fieldErrorsOf } from './validate.js';
import type { Validate } from './validate.js';

const FOLDER = join(import.meta.dirname, '..');

const SCHEMAS = readdirSync(join(FOLDER, 'schemas'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

/** The validator by the name of the schema file, which is also how the names of its examples begin. */
const VALIDATORS = Object.fromEntries(
  SCHEMAS.map((path) => {
    const { title } = JSON.parse(readFileSync(join(FOLDER, 'schemas', path), 'utf8')) as { title: string };
    const validate = (contracts as Record<string, unknown>)[`validate${title}`];
    return [basename(path, '.json'), validate as Validate<unknown>];
  }),
);

describe('examples', () => {
  it.each(examplesIn('valid'))('accepts %s', (_name, validate, value) => {
    expect(validate(value) || fieldErrorsOf(validate)).toBe(true);
  });

  it.each(examplesIn('invalid'))('refuses %s and says why', (_name, validate, value) => {
    expect(validate(value)).toBe(false);
    expect(fieldErrorsOf(validate).length).toBeGreaterThan(0);
  });

  it.each(['valid', 'invalid'])('has %s examples of every schema', (kind) => {
    const named = new Set(examplesIn(kind).map(([name]) => name.split('.')[0]));
    expect([...named].sort()).toEqual(Object.keys(VALIDATORS).sort());
  });
});

it.each(SCHEMAS.filter((path) => path.startsWith('events/')))(
  '%s always has the id of the subject that it names, and of the task if that is a run',
  (path) => {
    const { required, 'x-event': said } = JSON.parse(readFileSync(join(FOLDER, 'schemas', path), 'utf8')) as {
      required: string[];
      'x-event': { subject: string };
    };
    const ids = [`${said.subject}_id`, ...(said.subject === 'run' ? ['task_id'] : [])];
    expect(required).toEqual(expect.arrayContaining(ids));
  },
);

it('every schema has its validator', () => {
  for (const validate of Object.values(VALIDATORS)) expect(validate).toBeInstanceOf(Function);
});

function examplesIn(kind: string): [name: string, validate: Validate<unknown>, value: unknown][] {
  return readdirSync(join(FOLDER, 'examples', kind)).map((file) => {
    const name = file.replace('.json', '');
    const validate = VALIDATORS[name.split('.')[0] ?? ''];
    if (!validate) throw new Error(`No schema for the example ${file}`);
    const value: unknown = JSON.parse(readFileSync(join(FOLDER, 'examples', kind, file), 'utf8'));
    return [name, validate, value];
  });
}
