import type { AnswerField, AnswerSchema, AnswerValue, AnswerValues } from '../../api/decisions.ts';
import { localInputTime } from '../../ui/time-format.ts';

/** What stands in the inputs of a form: a text, or whether a box is ticked. */
export type AnswerDraft = Readonly<Record<string, string | boolean>>;

function draftOf(field: AnswerField, value: AnswerValue | undefined): string | boolean {
  if (field.type === 'boolean') return value === true;
  if (value === undefined) return '';
  return field.format === 'date-time' ? localInputTime(new Date(String(value))) : String(value);
}

/** What stands in the form at first: what the agent has proposed, else the default. */
export function prefilled({ properties }: AnswerSchema, proposed: AnswerValues | null): AnswerValues {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      const value = own(proposed ?? {}, name) ?? field.default;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export function firstDraft({ properties }: AnswerSchema, values: AnswerValues): AnswerDraft {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, draftOf(field, own(values, name))]),
  );
}

interface ReadDraft {
  answer: AnswerValues;
  /** What is wrong, as sentences by the names of the fields. */
  errors: Readonly<Record<string, string>>;
  isEdited: boolean;
}

/** What is untouched stays as prefilled: a moment in its zone; an unspoken box is out unless required. */
export function readDraft(schema: AnswerSchema, draft: AnswerDraft, before: AnswerValues): ReadDraft {
  const answer: Record<string, AnswerValue> = {};
  const errors: Record<string, string> = {};
  let isEdited = false;
  for (const [name, field] of Object.entries(schema.properties)) {
    const isRequired = schema.required?.includes(name) === true;
    const first = own(before, name);
    const isTouched = draft[name] !== draftOf(field, first);
    const value = isTouched ? valueOf(field, draft[name] ?? '') : (first ?? untouched(field, isRequired));
    isEdited ||= isTouched;
    if (value !== undefined) answer[name] = value;
    const error = value === undefined ? (isRequired ? 'Fill this in.' : undefined) : problemOf(field, value);
    if (error !== undefined) errors[name] = error;
  }
  return { answer, errors, isEdited };
}

function untouched({ type }: AnswerField, isRequired: boolean): AnswerValue | undefined {
  return type === 'boolean' && isRequired ? false : undefined;
}

function valueOf({ type, format }: AnswerField, draft: string | boolean): AnswerValue | undefined {
  if (typeof draft === 'boolean') return draft;
  if (draft.trim() === '') return undefined;
  if (type === 'number' || type === 'integer') return Number(draft);
  if (format !== 'date-time') return draft;
  const moment = new Date(draft);
  return Number.isNaN(moment.getTime()) ? draft : moment.toISOString();
}

/** The texts of the service's own limit, where the agent gives none. */
const TEXT_LENGTH_MAX = 4_000;

function problemOf(field: AnswerField, value: AnswerValue): string | undefined {
  if (typeof value === 'number') return numberProblem(field, value);
  if (typeof value !== 'string' || field.enum !== undefined || field.format !== undefined) return undefined;
  const length = [...value].length;
  const { minLength = 0, maxLength = TEXT_LENGTH_MAX } = field;
  if (length < minLength) return `Write at least ${minLength} characters.`;
  if (length > maxLength) return `Write at most ${maxLength} characters; these are ${length}.`;
  return undefined;
}

function numberProblem({ type, minimum, maximum }: AnswerField, value: number): string | undefined {
  if (!Number.isFinite(value))
    return type === 'integer' ? 'Write a number, like 12.' : 'Write a number, like 12.5.';
  if (type === 'integer' && !Number.isInteger(value)) return 'Write a whole number.';
  if (minimum !== undefined && value < minimum) return `Write a number from ${minimum} on.`;
  if (maximum !== undefined && value > maximum) return `Write a number up to ${maximum}.`;
  return undefined;
}

/** The value of a field. Agents name fields, also as what every object has. */
export function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

export function titleOf(name: string, { title }: AnswerField): string {
  return title ?? name;
}
