import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as validators from './validators.js';
import { fieldErrorsOf } from './validate.js';
import type { Validate } from './validate.js';

const FOLDER = join(import.meta.dirname, '..');

/** The validator by the name of the schema file, which is also how the names of its examples begin. */
const VALIDATORS: Record<string, Validate<unknown>> = {
  'user-message': validators.validateUserMessageEvent,
  'decision-resolved': validators.validateDecisionResolvedEvent,
  'task-due': validators.validateTaskDueEvent,
  'task-trigger': validators.validateTaskTriggerEvent,
  auth: validators.validateAuthFrame,
  message: validators.validateMessageFrame,
  'auth-ok': validators.validateAuthOkFrame,
  'message-ack': validators.validateMessageAckFrame,
  error: validators.validateErrorFrame,
  'client-auth': validators.validateClientAuthFrame,
  'client-auth-ok': validators.validateClientAuthOkFrame,
  'client-change': validators.validateClientChangeFrame,
  'agent-event': validators.validateAgentEventMessage,
  'webhook-due': validators.validateWebhookDueMessage,
  'client-hint': validators.validateClientHint,
};

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
    const schemas = readdirSync(join(FOLDER, 'schemas'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.replace(/^.*\//, '').replace('.json', ''));
    expect([...named].sort()).toEqual(schemas.sort());
    expect(Object.keys(VALIDATORS).sort()).toEqual(schemas);
  });
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
