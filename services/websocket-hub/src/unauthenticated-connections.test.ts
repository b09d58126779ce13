import { describe, expect, it } from '@jest/globals';
import { UnauthenticatedConnections } from './unauthenticated-connections.js';

describe('sockets that have not authenticated', () => {
  it('of one address leave capacity to others, and free it when they have gone', () => {
    const connections = new UnauthenticatedConnections<string>({ countMax: 3, perAddressMax: 2 });
    connections.add('a', 'here');
    connections.add('b', 'here');
    expect([connections.hasCapacityFor('here'), connections.hasCapacityFor('there')]).toEqual([false, true]);
    connections.add('c', 'there');
    expect(connections.hasCapacityFor('there')).toBe(false);
    connections.remove('a');
    connections.remove('a');
    expect([connections.hasCapacityFor('here'), [...connections.all()]]).toEqual([true, ['b', 'c']]);
  });
});
