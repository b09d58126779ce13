import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';
import { asyncapiOf } from './asyncapi.mjs';
import { eventFacts } from './event-facts.mjs';
import { writeGenerated } from './generated-files.mjs';

const FOLDER = import.meta.dirname;
const BANNER =
  '// Generated from schemas/ by generate.mjs. Do not edit: change the schema and run `pnpm generate`.\n';

const AGENT_EVENT = 'schemas/broker/agent-event.json';

/** With `--check` it only compares, and fails where something differs. */
async function main() {
  const events = await eventFacts(FOLDER);
  const schemas = await readSchemas(events);
  await writeGenerated(FOLDER, {
    'src/generated/types.ts': await typesOf(schemas, events),
    'src/generated/validators.ts': validatorsOf(schemas),
    'src/generated/typed-validators.ts': typedValidatorsOf(schemas),
    'asyncapi.yaml': asyncapiOf(await readFile(join(FOLDER, 'asyncapi/document.yaml'), 'utf8'), events),
    [AGENT_EVENT]: agentEventOf(await readFile(join(FOLDER, AGENT_EVENT), 'utf8'), events),
  });
}

async function readSchemas(events) {
  const names = (await readdir(join(FOLDER, 'schemas'), { recursive: true })).filter((n) =>
    n.endsWith('.json'),
  );
  names.sort();
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, 'schemas', name), 'utf8')));
  return texts.map((text, index) => {
    const schema = JSON.parse(`schemas/${names[index]}` === AGENT_EVENT ? agentEventOf(text, events) : text);
    delete schema['x-event'];
    return schema;
  });
}

/** It names the types that there are; the rest of its schema is written by hand. */
function agentEventOf(text, events) {
  const types = events.map(({ type }) => type);
  if (JSON.stringify(JSON.parse(text).properties.events.items.properties.type.enum) === JSON.stringify(types))
    return text;
  return text.replace(/"enum": \[[^\]]*\]/, `"enum": [${types.map((type) => `"${type}"`).join(', ')}]`);
}

async function typesOf(schemas, events) {
  let types = BANNER;
  for (const schema of schemas) {
    // Only validation needs `anyOf`; as a type it would be a union that says less than the plain object.
    const shape = { ...schema };
    delete shape.anyOf;
    types += await compile(shape, schema.title, {
      bannerComment: '',
      additionalProperties: false,
      ignoreMinAndMaxItems: true,
      style: { singleQuote: true, printWidth: 110 },
    });
  }
  const union = events.map(({ schema }) => `\n  | ${schema.title}`).join('');
  return `${types}\n/** An event, as it reaches an agent over its socket or its webhook. */\nexport type AgentEvent =${union};\n`;
}

/** The generated code carries no types: each validator gets that of its schema. Frames may come from outside. */
function typedValidatorsOf(schemas) {
  const lines = schemas.map(({ title }) => {
    const typed = title.endsWith('Frame') ? 'fromOutside' : 'typed';
    return `export const validate${title} = ${typed}<types.${title}>(generated.validate${title});`;
  });
  const imports = [
    "import { fromOutside, typed } from '../validate.js';",
    "import type * as types from './types.js';",
    "import * as generated from './validators.js';",
  ];
  return `${BANNER}${[...imports, '', ...lines].join('\n')}\n`;
}

/** What Ajv counts characters with, and the same without a module of CommonJS. */
const UCS2_LENGTH = 'require("ajv/dist/runtime/ucs2length").default';
const CODE_POINTS =
  '((text) => { let length = 0; for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) length += 1; return length; })';

function validatorsOf(schemas) {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    // A field may be a string or null.
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: true },
  });
  const exports = {};
  for (const schema of schemas) {
    ajv.addSchema(schema);
    exports[`validate${schema.title}`] = schema.$id;
  }
  const code = standaloneCode.default(ajv, exports).replaceAll(UCS2_LENGTH, CODE_POINTS);
  if (code.includes('require(')) throw new Error('A validator needs a CommonJS module at run time.');
  return `${BANNER}// @ts-nocheck\n${code.replaceAll('"use strict";', '').trim()}\n`;
}

await main();
