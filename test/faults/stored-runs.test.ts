import { beforeEach, describe, expect, it } from '@jest/globals';
import { RunBook } from './run-book.js';
import { disagreements } from './stored-runs.js';
import type { StoredRun } from './stored-runs.js';

const PLANNED = [{ taskId: 'tsk_1', dueAtMs: 1_000 }];

describe('The books about runs', () => {
  let book: RunBook;
  let stored: StoredRun[];

  beforeEach(() => {
    book = new RunBook();
    const run = { startedAtMs: 1_100, agentId: 'agt_1' };
    stored = [
      scheduled('run_1'),
      {
        ...run,
        runId: 'run_2',
        taskId: 'tsk_2',
        origin: 'trigger',
        scheduledForMs: null,
        eventIds: ['evt_run_2'],
        payload: 7,
      },
    ];
    arrive('run_1', 'tsk_1');
    arrive('run_2', 'tsk_2');
    book.answer({ payload: 7, status: 'triggered', runId: 'run_2' });
  });

  function scheduled(runId: string): StoredRun {
    return {
      runId,
      taskId: 'tsk_1',
      agentId: 'agt_1',
      origin: 'schedule',
      scheduledForMs: 1_000,
      startedAtMs: 1_100,
      eventIds: [`evt_${runId}`],
      payload: null,
    };
  }

  function arrive(runId: string, taskId: string, eventId: string | null = null): void {
    book.arrive({ runId, taskId, agentId: 'agt_1', eventId });
  }

  function problems(): string[] {
    return disagreements({ planned: PLANNED, stored, book });
  }

  it('agree where each occurrence and each payload has one run that arrived', () => {
    book.answer({ payload: 7, status: 'duplicate', runId: 'run_2' });
    arrive('run_1', 'tsk_1', 'evt_run_1');
    expect(problems()).toEqual([]);
  });

  it('find an occurrence that has two runs, or none', () => {
    stored.push(scheduled('run_3'));
    arrive('run_3', 'tsk_1');
    expect(problems()).toEqual(['tsk_1 was due once and has 2 runs']);
    stored = stored.filter(({ origin }) => origin !== 'schedule');
    expect(problems()).toContain('tsk_1 was due once and has 0 runs');
  });

  it('find a run that is for another moment', () => {
    Object.assign(stored[0]!, { scheduledForMs: 2_000 });
    expect(problems()).toEqual(['run_1 is not for the moment of tsk_1']);
  });

  it('find a task that fired and was not due', () => {
    stored.push({ ...scheduled('run_3'), taskId: 'tsk_3' });
    arrive('run_3', 'tsk_3');
    expect(problems()).toEqual(['tsk_3 was not due and fired']);
  });

  it('find a payload that was taken in and is lost', () => {
    book.answer({ payload: 8, status: 'queued', runId: null });
    expect(problems()).toEqual(['payload 8 was taken in and has no run']);
  });

  it('find a payload that was accepted twice, or told of two runs', () => {
    book.answer({ payload: 7, status: 'queued', runId: null });
    book.answer({ payload: 7, status: 'duplicate', runId: 'run_9' });
    expect(problems()).toEqual([
      'payload 7 was accepted 2 times',
      'payload 7 was accepted 2 times',
      'payload 7 began run_2 and run_9',
    ]);
  });

  it('find a run that nobody was told of', () => {
    stored.push({ ...stored[1]!, runId: 'run_3', payload: 9, eventIds: ['evt_run_3'] });
    expect(problems()).toEqual(['run_3 neither reached its agent nor could be polled']);
  });

  it('find a run without an event, with two, and one that came as another', () => {
    Object.assign(stored[0]!, { eventIds: [] });
    Object.assign(stored[1]!, { eventIds: ['evt_a', 'evt_b'] });
    expect(problems()).toEqual(['run_1 has 0 events', 'run_2 has 2 events']);
    Object.assign(stored[0]!, { eventIds: ['evt_run_1'] });
    Object.assign(stored[1]!, { eventIds: ['evt_run_2'], agentId: 'agt_2' });
    expect(problems()).toEqual(['run_2 reached its agent as another']);
  });

  it('find an arrival of a run that does not exist', () => {
    arrive('run_9', 'tsk_1');
    expect(problems()).toEqual(['run_9 reached an agent and is not stored']);
  });
});
