import { asyncapi, dereference } from '@svc/http-contract';
import type { OpenApiDocument, Reference, Schema } from '@svc/http-contract';
import fc from 'fast-check';
import { mostly } from './http-plans.js';
import { hostileText } from './mutations/hostile-values.js';
import { mutatedJson } from './mutations/mutated-json.js';
import type { Described } from './mutations/mutated-json.js';

export interface SentFrame {
  bytes: Buffer;
  isBinary: boolean;
}

/** What somebody does with one socket. */
export interface SocketPlan {
  kind: 'agent socket' | 'client socket';
  /** What stands in the path of an agent's socket. */
  path: 'own' | { text: string };
  headers: Record<string, string>;
  /** The first frame; `null` for the right one. */
  first: SentFrame | null;
  frames: SentFrame[];
  /** Sent in the end: bytes that break the protocol of WebSockets. */
  bytes: Buffer | null;
}

/** Sockets of agents and of the client app, with frames from the AsyncAPI document. */
export function socketPlans(): fc.Arbitrary<SocketPlan> {
  return fc.oneof(
    { weight: 3, arbitrary: planOf('agent socket', 'agentSocket') },
    { weight: 1, arbitrary: planOf('client socket', 'clientSocket') },
  );
}

const ORIGINS = [{ origin: 'null' }, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
const UPGRADES = [
  { cookie: 'better-auth.session_token=a.b' },
  { 'sec-websocket-extensions': 'permessage-deflate; x=1' },
  { 'x-long': 'x'.repeat(20_000) },
];

function planOf(kind: SocketPlan['kind'], channel: string): fc.Arbitrary<SocketPlan> {
  const [first, ...others] = framesTo(channel);
  if (first === undefined) throw new Error(`The document has no frames for ${channel}`);
  const frames = [...others, first].flatMap((described) => described.map((each) => mutatedJson(each)));
  const opening = first.map((each) => mutatedJson(each));
  const isBinary = mostly(fc.constant(false), fc.boolean());
  const sent = (bytes: fc.Arbitrary<Buffer>) => fc.record({ bytes, isBinary });
  const text = hostileText.map((each) => Buffer.from(each.slice(0, 20)));
  const pathText = hostileText.map((each) => ({
    text: encodeURIComponent(each.slice(0, 2_000).replaceAll(/\p{Cs}/gu, '')),
  }));
  return fc.record({
    kind: fc.constant(kind),
    path: mostly(fc.constant('own' as const), pathText),
    headers: mostly(fc.constant({}), fc.constantFrom<Record<string, string>>(...ORIGINS, ...UPGRADES)),
    first: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: sent(fc.oneof(...opening)) },
    ),
    frames: fc.array(sent(fc.oneof(...frames, text)), { maxLength: 8 }),
    bytes: mostly(fc.constant(null), brokenFrame),
  });
}

/** RFC 6455, section 5.2: reserved bits and opcodes, no mask or beginning, wrong lengths, unknown codes. */
const BROKEN = [
  ...['f18000000000', 'c18000000000', '838000000000', '8b8000000000', '81026869', '808000000000'],
  ...['018000000000018000000000', '81ff7fffffffffffffff00000000', '81ffffffffffffffffff00000000'],
  ...['81fe000100000000', '89fe007e00000000', '098000000000', '888100000000aa'],
  ...['88820000000003ec', '888200000000ffff', '88840000000003e8fffe'],
].map((hex) => Buffer.from(hex, 'hex'));

const brokenFrame = fc.oneof(
  fc.constantFrom(...BROKEN),
  fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
);

/** Those that the product receives on a channel, a list of examples for each. */
function framesTo(channel: string): Described[][] {
  const received = Object.values((asyncapi as AsyncApi).operations).filter(
    (each) => each.action === 'receive' && each.channel.$ref === `#/channels/${channel}`,
  );
  return received
    .flatMap(({ messages = [] }) => messages)
    .map((inChannel) => {
      const { payload, examples } = referred<Message>(referred<Reference>(inChannel));
      return examples.map(({ payload: example }) => ({ schema: payload.schema, example }));
    });
}

const referred = <T extends object>(reference: Reference): T =>
  dereference<T>(asyncapi as OpenApiDocument, reference);

interface AsyncApi {
  operations: Record<string, { action: string; channel: Reference; messages?: Reference[] }>;
}

interface Message {
  payload: { schema: Schema };
  examples: { payload: unknown }[];
}
