import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parse } from 'yaml';
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

const DOCUMENT = fileURLToPath(new URL('../../proto-events/asyncapi.yaml', import.meta.url));

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
  const isBinary = mostly(false, fc.boolean());
  const sent = (bytes: fc.Arbitrary<Buffer>) => fc.record({ bytes, isBinary });
  const text = hostileText.map((each) => Buffer.from(each.slice(0, 20)));
  const pathText = hostileText.map((each) => ({
    text: encodeURIComponent(each.slice(0, 2_000).replaceAll(/\p{Cs}/gu, '')),
  }));
  return fc.record({
    kind: fc.constant(kind),
    path: mostly('own', pathText),
    headers: mostly({}, fc.constantFrom<Record<string, string>>(...ORIGINS, ...UPGRADES)),
    first: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: sent(fc.oneof(...opening)) },
    ),
    frames: fc.array(sent(fc.oneof(...frames, text)), { maxLength: 8 }),
    bytes: mostly(null, brokenFrame),
  });
}

function mostly<T, U>(usual: T, odd: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
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
  const document = parse(readFileSync(DOCUMENT, 'utf8')) as AsyncApi;
  const received = Object.values(document.operations).filter(
    (each) => each.action === 'receive' && each.channel.$ref === `#/channels/${channel}`,
  );
  const references = received.flatMap(({ messages }) => messages);
  return references.map((reference) => {
    const message = document.channels[channel]?.messages[nameIn(reference)];
    const described = message && document.components.messages[nameIn(message)];
    if (described === undefined) throw new Error(`The document does not describe ${reference.$ref}`);
    const schema = contentOf(described.payload.schema) as Described['schema'];
    return described.examples.map(({ payload }) => ({ schema, example: contentOf(payload) }));
  });
}

function nameIn({ $ref }: Reference): string {
  return $ref.split('/').at(-1) ?? '';
}

interface AsyncApi {
  channels: Record<string, { messages: Record<string, Reference> }>;
  operations: Record<string, { action: string; channel: Reference; messages: Reference[] }>;
  components: {
    messages: Record<string, { payload: { schema: Reference }; examples: { payload: Reference }[] }>;
  };
}

interface Reference {
  $ref: string;
}

function contentOf({ $ref }: Reference): unknown {
  return JSON.parse(readFileSync(join(dirname(DOCUMENT), $ref), 'utf8')) as unknown;
}
