import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { LargeBodies } from './large-bodies.js';

function requestWith(headers: Record<string, string>): IncomingMessage {
  return { headers } as unknown as IncomingMessage;
}

function response(): ServerResponse {
  return new EventEmitter() as unknown as ServerResponse;
}

const LARGE = requestWith({ 'content-length': '101' });
const SMALL = requestWith({ 'content-length': '100' });
const CHUNKED = requestWith({ 'transfer-encoding': 'chunked' });

describe('large bodies', () => {
  it('are admitted up to a number, and again when an answer is sent or its connection is gone', () => {
    const bodies = new LargeBodies({ bytesMin: 100, large: { countMax: 2, perCallerMax: 2 } });
    const first = response();
    bodies.admit(LARGE, first, 'a');
    bodies.admit(LARGE, response(), 'b');
    expect(() => bodies.admit(LARGE, response(), 'c')).toThrow(
      expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 1 }),
    );
    first.emit('close');
    bodies.admit(LARGE, response(), 'c');
  });

  it('of one caller leave places to others', () => {
    const bodies = new LargeBodies({ bytesMin: 100, large: { countMax: 8, perCallerMax: 1 } });
    bodies.admit(LARGE, response(), 'a');
    expect(() => bodies.admit(LARGE, response(), 'a')).toThrow();
    bodies.admit(LARGE, response(), 'b');
  });

  it('do not stand in the way of small ones, nor of those that announce no length', () => {
    const bodies = new LargeBodies({
      bytesMin: 100,
      large: { countMax: 0, perCallerMax: 0 },
      unannounced: { countMax: 1, perCallerMax: 1 },
    });
    for (let count = 0; count < 100; count += 1) bodies.admit(SMALL, response(), 'a');
    bodies.admit(requestWith({}), response(), 'a');
    bodies.admit(CHUNKED, response(), 'a');
    expect(() => bodies.admit(CHUNKED, response(), 'b')).toThrow();
  });
});
