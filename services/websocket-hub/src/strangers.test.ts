import { describe, expect, it } from '@jest/globals';
import { Strangers } from './strangers.js';

describe('sockets that have not authenticated', () => {
  it('of one address leave room to others, and make room when they have gone', () => {
    const strangers = new Strangers<string>({ countMax: 3, perAddressMax: 2 });
    strangers.add('a', 'here');
    strangers.add('b', 'here');
    expect([strangers.hasRoomFor('here'), strangers.hasRoomFor('there')]).toEqual([false, true]);
    strangers.add('c', 'there');
    expect(strangers.hasRoomFor('there')).toBe(false);
    strangers.remove('a');
    strangers.remove('a');
    expect([strangers.hasRoomFor('here'), [...strangers.all()]]).toEqual([true, ['b', 'c']]);
  });
});
