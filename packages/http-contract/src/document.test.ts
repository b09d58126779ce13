import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  ACTION_LENGTH_MAX,
  ACTION_PATTERN_LENGTH_MAX,
  AGENT_KINDS,
  AGENT_STATUSES,
  AUDIO_BYTES_MAX,
  CONVERSATION_TITLE_LENGTH_MAX,
  DECISION_ANSWERS,
  DECISION_DESCRIPTION_LENGTH_MAX,
  DECISION_EXPIRES_IN_SECONDS,
  DECISION_NOTE_LENGTH_MAX,
  DECISION_PREVIEW_REQUESTS_MAX,
  DECISION_PREVIEW_SAMPLES_MAX,
  DECISION_STATUSES,
  DECISION_TITLE_LENGTH_MAX,
  ERROR_CODES,
  EVENT_CHANNELS,
  EVENT_STATES,
  EVENT_TYPES,
  IMAGES_PER_MESSAGE_MAX,
  IMAGE_BYTES_MAX,
  MESSAGE_TEXT_LENGTH_MAX,
  CONTEXT_TEXT_LENGTH_MAX,
  PAGE_SIZE,
  PROGRESS_TEXT_LENGTH_MAX,
  RETRY_BACKOFF_SECONDS,
  RETRY_BACKOFF_SECONDS_DEFAULT,
  RUN_ORIGINS,
  RUN_RESULTS,
  RUN_RETRIES_MAX,
  RUN_STATUSES,
  RUN_SUMMARY_LENGTH_MAX,
  RUN_TIMEOUT_SECONDS,
  SEARCH_TEXT_LENGTH_MAX,
  SENDER_SECRETS_MAX,
  TASK_NAME_LENGTH_MAX,
  TASK_PROMPT_LENGTH_MAX,
  TRIGGER_TYPES,
  RESOLUTION_REASONS,
  RETRY_REASONS,
  SIGNING_GRACE_SECONDS,
} from '@svc/domain';
import type { Schema } from './document.js';
import { byName, calls, everything } from './described-operations.suite.js';
import { dereference } from './document.js';
import { document } from './generated/document.js';

const { schemas } = document.components;

describe('the document', () => {
  it('is what the sources under openapi/ say', () => {
    const folder = join(import.meta.dirname, '..');
    expect(() => execFileSync(process.execPath, ['generate.mjs', '--check'], { cwd: folder })).not.toThrow();
  });

  it('gives every operation an id of its own', () => {
    const ids = everything.map(({ operation }) => operation.operationId);
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has references that lead somewhere only', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      const found = JSON.parse(`{${reference}}`) as { $ref: string };
      expect(() => dereference<object>(document, found)).not.toThrow();
    }
  });

  it.each(byName(everything))('%s is described', (_name, { operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/[.]\n?$/);
    expect(operation.tags).toHaveLength(1);
    expect(operation.security).toBeInstanceOf(Array);
  });

  it.each(byName(calls))('%s documents the refusals that can happen to it', (_name, call) => {
    const { operation, parameters } = call;
    const expected = ['429', '500', '503'];
    if (operation.security.length > 0) expected.push('401');
    if (parameters.some((parameter) => parameter.in === 'path')) expected.push('404');
    if (parameters.some((parameter) => parameter.in === 'query')) expected.push('422');
    if (operation.requestBody !== undefined) expected.push('400', '408', '413', '415', '422');
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(expected));
  });

  it.each(byName(calls))('%s names the parameters of its path', (name, { parameters }) => {
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(
      parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ).toEqual(inPath);
  });

  it('shows the details of the error codes in its examples', () => {
    const details = Object.values(document.components.responses)
      .map((response) => response.content?.['application/json']?.example as { detail?: string })
      .filter((example) => typeof example?.detail === 'string')
      .map((example) => example.detail);
    const known = Object.values(ERROR_CODES).map((code) => code.detail as string);
    expect(details.filter((detail) => !known.includes(detail ?? ''))).toEqual([]);
  });

  it('has the limits and the closed sets of the rules', () => {
    const at = (schema: string, ...keys: string[]): unknown =>
      keys.reduce<unknown>((value, key) => (value as Schema)[key], schemas[schema]);
    expect(at('AgentMessage', 'properties', 'text', 'maxLength')).toBe(MESSAGE_TEXT_LENGTH_MAX);
    expect(at('UserMessage', 'properties', 'text', 'maxLength')).toBe(MESSAGE_TEXT_LENGTH_MAX);
    expect(at('UserMessage', 'properties', 'images', 'maxItems')).toBe(IMAGES_PER_MESSAGE_MAX);
    expect(document.components.parameters['Limit']?.schema).toMatchObject({
      minimum: PAGE_SIZE.min,
      maximum: PAGE_SIZE.max,
      default: PAGE_SIZE.default,
    });
    expect(at('AgentKind', 'enum')).toEqual(AGENT_KINDS);
    expect(at('AgentStatus', 'enum')).toEqual(AGENT_STATUSES);
    expect(at('EventType', 'enum')).toEqual(EVENT_TYPES);
    expect(at('EventState', 'enum')).toEqual(EVENT_STATES);
    expect(at('Event', 'properties', 'channel', 'enum')).toEqual([...EVENT_CHANNELS, null]);
    expect(at('RetryReason', 'enum')).toEqual(RETRY_REASONS);
  });

  it('has the limits and the closed sets of tasks and runs', () => {
    const field = (schema: string, name: string): unknown =>
      (schemas[schema] as { properties: Record<string, Schema> }).properties[name];
    expect(schemas['TaskName']).toMatchObject({ maxLength: TASK_NAME_LENGTH_MAX });
    expect(schemas['TaskPrompt']).toMatchObject({ maxLength: TASK_PROMPT_LENGTH_MAX });
    expect(schemas['TriggerType']).toMatchObject({ enum: TRIGGER_TYPES });
    expect(schemas['RunStatus']).toMatchObject({ enum: RUN_STATUSES });
    expect(schemas['RunOrigin']).toMatchObject({ enum: RUN_ORIGINS });
    expect(field('Task', 'last_run_status')).toMatchObject({ enum: [...RUN_STATUSES, null] });
    expect(field('RunCompletion', 'status')).toMatchObject({ enum: RUN_RESULTS });
    expect(field('RunCompletion', 'summary')).toMatchObject({ maxLength: RUN_SUMMARY_LENGTH_MAX });
    expect(field('NewContextBlock', 'text')).toMatchObject({ maxLength: CONTEXT_TEXT_LENGTH_MAX });
  });

  it('has the limits of time-outs, retries and progress of runs', () => {
    const field = (schema: string, name: string): unknown =>
      (schemas[schema] as { properties: Record<string, Schema> }).properties[name];
    const { min, max } = RUN_TIMEOUT_SECONDS;
    expect(schemas['TaskTimeout']).toMatchObject({ minimum: min, maximum: max });
    expect(field('TaskRetry', 'max')).toMatchObject({ maximum: RUN_RETRIES_MAX });
    expect(field('TaskRetry', 'backoff_seconds')).toMatchObject({
      minimum: RETRY_BACKOFF_SECONDS.min,
      maximum: RETRY_BACKOFF_SECONDS.max,
      default: RETRY_BACKOFF_SECONDS_DEFAULT,
    });
    expect(field('ProgressReport', 'text')).toMatchObject({ maxLength: PROGRESS_TEXT_LENGTH_MAX });
  });

  it('has the limits of titles, searches and senders of triggers', () => {
    expect(schemas['ConversationTitle']).toMatchObject({ maxLength: CONVERSATION_TITLE_LENGTH_MAX });
    const search = document.paths['/api/client/search']?.get?.parameters;
    const length = { maxLength: SEARCH_TEXT_LENGTH_MAX };
    expect(search).toContainEqual(
      expect.objectContaining({ name: 'q', schema: expect.objectContaining(length) }),
    );
    const sender = schemas['NewTriggerSender'] as { properties: Record<string, Schema> };
    expect(sender.properties['secrets']).toMatchObject({ maxItems: SENDER_SECRETS_MAX });
  });

  it('takes the longest prompt and context block in whatever way JSON spells them', () => {
    const limits = [
      [document.paths['/api/agent/tasks']?.post, TASK_PROMPT_LENGTH_MAX],
      [document.paths['/api/agent/tasks/{task_id}']?.patch, TASK_PROMPT_LENGTH_MAX],
      [document.paths['/api/agent/tasks/runs/{run_id}/context']?.post, CONTEXT_TEXT_LENGTH_MAX],
    ] as const;
    const spelled = String.raw`\ud83d\ude00`.length;
    for (const [operation, lengthMax] of limits) {
      expect(operation?.['x-body-limit-bytes']).toBeGreaterThan(lengthMax * spelled);
    }
  });

  it('has the limits of a rotation of the signing secret', () => {
    const rotation = schemas['SigningSecretRotation'] as { properties: Record<string, Schema> };
    const { min, max, default: byDefault } = SIGNING_GRACE_SECONDS;
    const grace = { minimum: min, maximum: max, default: byDefault };
    expect(rotation.properties['grace_period_seconds']).toMatchObject(grace);
  });

  it('has the limits and the closed sets of decisions', () => {
    const field = (schema: string, name: string): unknown =>
      (schemas[schema] as { properties: Record<string, Schema> }).properties[name];
    expect(schemas['DecisionStatus']).toMatchObject({ enum: DECISION_STATUSES });
    expect(schemas['ActionPattern']).toMatchObject({ maxLength: ACTION_PATTERN_LENGTH_MAX });
    expect(field('DecisionResolution', 'status')).toMatchObject({ enum: DECISION_ANSWERS });
    expect(field('DecisionResolution', 'note')).toMatchObject({ maxLength: DECISION_NOTE_LENGTH_MAX });
    expect(field('Decision', 'resolution_reason')).toMatchObject({ enum: [...RESOLUTION_REASONS, null] });
    expect(field('NewDecision', 'title')).toMatchObject({ maxLength: DECISION_TITLE_LENGTH_MAX });
    expect(field('NewDecision', 'description')).toMatchObject({ maxLength: DECISION_DESCRIPTION_LENGTH_MAX });
    expect(field('NewDecision', 'action')).toMatchObject({ maxLength: ACTION_LENGTH_MAX });
    expect(field('NewDecision', 'expires_in_seconds')).toMatchObject({
      minimum: DECISION_EXPIRES_IN_SECONDS.min,
      maximum: DECISION_EXPIRES_IN_SECONDS.max,
    });
    expect(field('DecisionRulePreview', 'examined')).toMatchObject({
      maximum: DECISION_PREVIEW_REQUESTS_MAX,
    });
    expect(field('DecisionRulePreview', 'samples')).toMatchObject({ maxItems: DECISION_PREVIEW_SAMPLES_MAX });
  });

  it('lets every allowed image and recording through, and bodies that hold them', () => {
    const prefix = 'data:image/png;base64,'.length;
    const imageLength = Math.ceil(IMAGE_BYTES_MAX / 3) * 4 + prefix;
    const audioLength = Math.ceil(AUDIO_BYTES_MAX / 3) * 4 + prefix;
    const user = schemas['UserMessage'] as {
      properties: Record<string, { maxLength: number; items: { maxLength: number } }>;
    };
    expect(user.properties['images']?.items.maxLength).toBeGreaterThan(imageLength);
    expect(user.properties['audio_base64']?.maxLength).toBeGreaterThan(audioLength);
    expect(document.paths['/api/agent/events']?.post?.['x-body-limit-bytes']).toBeGreaterThan(
      imageLength + MESSAGE_TEXT_LENGTH_MAX,
    );
    const userBytesMax =
      document.paths['/api/client/agents/{agent_id}/messages']?.post?.['x-body-limit-bytes'];
    expect(userBytesMax).toBeGreaterThan(IMAGES_PER_MESSAGE_MAX * imageLength + MESSAGE_TEXT_LENGTH_MAX);
  });
});
