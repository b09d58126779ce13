import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';

/** The same few functions serve every socket. Closures for each socket would cost some hundred bytes each. */
export function socketListeners<Socket extends WebSocket>(handle: {
  received: (socket: Socket, data: Buffer) => void;
  ponged: (socket: Socket, data: Buffer) => void;
  pinged: (socket: Socket, data: Buffer) => void;
  closed: (socket: Socket) => void;
}): (socket: Socket) => void {
  function onMessage(this: WebSocket, data: RawData): void {
    handle.received(this as Socket, data as Buffer);
  }
  function onPong(this: WebSocket, data: Buffer): void {
    handle.ponged(this as Socket, data);
  }
  function onPing(this: WebSocket, data: Buffer): void {
    handle.pinged(this as Socket, data);
  }
  function onClose(this: WebSocket): void {
    handle.closed(this as Socket);
  }
  // A broken frame or connection; `close` follows.
  function onError(): void {}
  return (socket) => {
    socket.on('message', onMessage).on('pong', onPong).on('ping', onPing);
    socket.on('close', onClose).on('error', onError);
  };
}

const SOCKET = Symbol('socket');

/** The same for the streams that sockets read from. It is told of a chunk before ws is, which then tells of what is in it. */
export function streamListener<Socket extends WebSocket>(
  arrived: (socket: Socket, chunk: Buffer) => void,
): (stream: Duplex, socket: Socket) => void {
  function onChunk(this: Duplex & { [SOCKET]?: Socket }, chunk: Buffer): void {
    const socket = this[SOCKET];
    if (socket !== undefined) arrived(socket, chunk);
  }
  return (stream, socket) => {
    Object.assign(stream, { [SOCKET]: socket });
    stream.prependListener('data', onChunk);
  };
}
