import { expect, it } from '@jest/globals';
import type { ApiCall } from '../http/api-call.js';
import type { Calls } from '../http/calls.js';
import { SocketStreams } from '../socket/socket-streams.js';
import type { SocketStreamParts } from '../socket/socket-streams.js';
import { streamMessage } from './streamed-message.js';

const lost = (streams: SocketStreams): void => streams.lost();
const refused = (streams: SocketStreams, ref: string): void =>
  void streams.take({ type: 'error', ref, detail: 'Temporarily unavailable' });

it.each([
  ['lost', lost],
  ['refused', refused],
])('a message that grew whole is sent again under its key when it was %s', async (_how, ends) => {
  const keys = new Set<unknown>();
  const said: string[] = [];
  const send = (frame: Parameters<SocketStreamParts['send']>[0]): boolean => {
    said.push(frame.type);
    if (frame.type === 'message_start') keys.add(frame.idempotency_key);
    if (frame.type === 'message_end') queueMicrotask(() => ends(streams, frame.ref));
    return true;
  };
  const streams = new SocketStreams({ send });
  const call = async ({ method, idempotencyKey }: ApiCall): Promise<unknown> => {
    said.push(method);
    keys.add(idempotencyKey);
    return { status: 'ok', message_id: 'msg_by_call' };
  };
  const parts = { calls: { call } as unknown as Calls, streams };
  const { messageId } = await streamMessage(parts, ['Hello'], { conversationId: 'cnv_1' });
  expect(messageId).toBe('msg_by_call');
  const given = ends === refused ? ['message_abort'] : [];
  expect(said).toEqual(['message_start', 'message_delta', 'message_end', ...given, 'POST']);
  expect(keys.size).toBe(1);
});
