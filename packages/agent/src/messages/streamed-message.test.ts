import { describe, expect, it } from '@jest/globals';
import type { ApiCall } from '../http/api-call.js';
import type { Calls } from '../http/calls.js';
import { SocketStreams } from '../socket/socket-streams.js';
import type { SocketStreamParts } from '../socket/socket-streams.js';
import { streamMessage } from './streamed-message.js';

interface Trial {
  /** Whether the service heeds keys. Default: it is older than they are. */
  takesKeys?: boolean;
  /** What becomes of the message when it was said that it is complete. */
  ends: (streams: SocketStreams, ref: string) => void;
  /** At which look the history has it, from 1. */
  storedAt: number;
}

/** A message that grows, is complete, and has no receipt; time passes only where it is waited for. */
async function streamed({ ends, storedAt, takesKeys = false }: Trial) {
  const keys = new Set<unknown>();
  const said: string[] = [];
  const waitsMs: number[] = [];
  let nowMs = 0;
  let looks = 0;
  const send = (frame: Parameters<SocketStreamParts['send']>[0]): boolean => {
    said.push(frame.type);
    if (frame.type === 'message_start') keys.add(frame.idempotency_key);
    if (frame.type === 'message_end') queueMicrotask(() => ends(streams, frame.ref));
    return true;
  };
  const streams = new SocketStreams({ send, takesKeys: () => takesKeys });
  const call = async ({ method, idempotencyKey }: ApiCall): Promise<unknown> => {
    said.push(method === 'GET' ? 'look' : 'call');
    if (method === 'POST') keys.add(idempotencyKey);
    if (method === 'POST') return { status: 'ok', message_id: 'msg_by_call' };
    looks += 1;
    return looks >= storedAt ? [{ id: 'msg_by_socket', sender: 'agent', text: 'Hello' }] : [];
  };
  const clock = {
    now: () => nowMs,
    sleep: async (durationMs: number) => {
      waitsMs.push(durationMs);
      nowMs += durationMs;
    },
  };
  const target = { conversationId: 'cnv_1', after: 'msg_0' };
  const parts = { calls: { call } as unknown as Calls, streams, clock };
  const { messageId } = await streamMessage(parts, ['Hello'], target);
  return { messageId, said, looks, waitsMs, keys };
}

const lost = (streams: SocketStreams): void => streams.lost();
const refused = (streams: SocketStreams, ref: string): void =>
  void streams.take({ type: 'error', ref, detail: 'Temporarily unavailable' });

describe('a message that grew whole, without a receipt, at a service that heeds keys', () => {
  it.each([
    ['lost', lost],
    ['refused', refused],
  ])('is sent again at once under its key when it was %s', async (_how, ends) => {
    const { messageId, said, waitsMs, keys } = await streamed({ ends, storedAt: Infinity, takesKeys: true });
    expect(messageId).toBe('msg_by_call');
    expect(said).not.toContain('look');
    expect(said.filter((each) => each === 'call')).toHaveLength(1);
    expect(waitsMs).toEqual([]);
    expect(keys.size).toBe(1);
  });
});

describe('a message that grew whole, without a receipt, at an older service', () => {
  it('is not sent again if it is stored some seconds after its socket went away', async () => {
    const { messageId, said, waitsMs } = await streamed({ ends: lost, storedAt: 5 });
    expect(messageId).toBe('msg_by_socket');
    expect(said).not.toContain('call');
    expect(waitsMs).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  it('is sent again when it was not there for twelve seconds', async () => {
    const { messageId, looks, waitsMs } = await streamed({ ends: lost, storedAt: Infinity });
    expect(messageId).toBe('msg_by_call');
    expect({ looks, waits: waitsMs.length }).toEqual({ looks: 13, waits: 12 });
  });

  it('is given up on the socket and sent again at once if the service has refused it', async () => {
    const { messageId, said } = await streamed({ ends: refused, storedAt: Infinity });
    expect(messageId).toBe('msg_by_call');
    expect(said).toEqual(['message_start', 'message_delta', 'message_end', 'message_abort', 'look', 'call']);
  });
});
