import { beforeEach, describe, expect, it } from '@jest/globals';
import { Ledger } from './ledger.js';

describe('The book of one agent’s messages', () => {
  let ledger: Ledger;

  beforeEach(() => {
    ledger = new Ledger({ keepsOrder: true });
    ledger.begin();
  });

  function accept(...numbers: number[]): void {
    for (const number of numbers) ledger.accept(number, `msg_${number}`);
  }

  function arrive(...numbers: number[]): void {
    for (const number of numbers) ledger.arrive({ number, messageId: `msg_${number}`, eventId: null });
  }

  it('is settled once all have arrived, before or after the answer', async () => {
    arrive(1);
    accept(1, 2);
    const settled = ledger.settled();
    expect(ledger.missing).toEqual([2]);
    arrive(2);
    await settled;
    expect(ledger.missing).toEqual([]);
  });

  it('finds nothing wrong with repeats', () => {
    accept(1, 2);
    arrive(1, 2, 1, 2);
    expect(ledger.tally).toMatchObject({ accepted: 2, arrived: 2 });
    expect(ledger.takeViolations()).toEqual([]);
  });

  it('finds accepted messages that came in another order', () => {
    accept(1, 2, 3);
    arrive(1, 3, 2);
    expect(ledger.takeViolations()).toEqual(['2 came first after 3 had come']);
  });

  it('lets a message whose call was not answered come at any time', () => {
    accept(1, 3);
    ledger.leaveUnanswered();
    arrive(1, 3, 2);
    expect(ledger.takeViolations()).toEqual([]);
  });

  it('finds a repeat under another event id', () => {
    accept(1);
    ledger.arrive({ number: 1, messageId: 'msg_1', eventId: 'evt_a' });
    ledger.arrive({ number: 1, messageId: 'msg_1', eventId: 'evt_b' });
    expect(ledger.takeViolations()).toEqual(['1 came as msg_1/evt_a and as msg_1/evt_b']);
  });

  it('finds a message that came under another id than its answer said', () => {
    accept(1);
    ledger.arrive({ number: 1, messageId: 'msg_9', eventId: null });
    expect(ledger.takeViolations()).toEqual(['1 was accepted as msg_1 and came as msg_9']);
  });
});
