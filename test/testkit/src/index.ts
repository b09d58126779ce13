export { AgentClient } from './agent-client.js';
export type { AgentAccess, HistoryMessage } from './agent-client.js';
export { AgentSocket } from './agent-socket.js';
export { AgentTasks } from './agent-tasks.js';
export type {
  ContextBlockRecord,
  DueTask,
  NewTask,
  PendingTrigger,
  RunRecord,
  RunResult,
  TaskRecord,
} from './agent-tasks.js';
export { ClientSocket, textOf } from './client-socket.js';
export { httpCall } from './http-call.js';
export type { HttpAnswer, HttpCall } from './http-call.js';
export { listening } from './listening.js';
export {
  base64,
  dataUri,
  m4aOf,
  pngDeclaring,
  pngOf,
  tinyGif,
  tinyJpeg,
  tinyM4a,
  tinyPng,
  tinyWebp,
} from './media-samples.js';
export { Person } from './person.js';
export type {
  AgentInfo,
  KeyInfo,
  LoggedEvent,
  NewAgent,
  NewKey,
  SentMessage,
  ShownMessage,
} from './person.js';
export { Product } from './product.js';
export { endGroup } from './end-group.js';
export { endProducts } from './end-products.js';
export type { ProductOptions } from './product.js';
export type { ProductMode } from './product-scratch.js';
export { OPCODES, RawSocket } from './raw-socket.js';
export type { RawFrame } from './raw-socket.js';
export { RecordedSocket } from './recorded-socket.js';
export type { Closing, ReceivedFrame } from './recorded-socket.js';
export { removeScratchBrokers } from './scratch-broker.js';
export { eventually, inTime, Signal } from './signal.js';
export { StreamedCall } from './streamed-call.js';
export { TcpProxy } from './tcp-proxy.js';
export { answerWith, eventOf, neverAnswer, WebhookReceiver } from './webhook-receiver.js';
export type { ReceivedDelivery, WebhookAnswer } from './webhook-receiver.js';
export { filesOfZip } from './zip-files.js';
