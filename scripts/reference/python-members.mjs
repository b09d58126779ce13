import { docOf } from './python-docstring.mjs';
import { declarationsIn } from './python-syntax.mjs';

const LINE_LENGTH = 100;
/** Methods for the package's own use, which other modules call, say so first. */
const INTERNAL = 'For whoever ';

/** The public members of a class, with those of its bases that programs cannot name: there they are only written. */
export function membersOf({ moduleName, node }, sources) {
  const bases = (node.all('ArgList')[0]?.all('VariableName') ?? [])
    .map(({ text }) => ({ name: text, found: sources.find(moduleName, text) }))
    .filter(({ found }) => found !== undefined);
  const isExported = ({ name }) => sources.exported('svc_agent').includes(name);
  const inherited = bases.filter((base) => !isExported(base)).map(({ found }) => membersOf(found, sources));
  const own = ownMembers(node, (text) => sources.spelled(moduleName, text));
  return {
    parents: bases.filter(isExported).map(({ name }) => name),
    maker: own.maker,
    fields: [...inherited.flatMap(({ fields }) => fields), ...own.fields],
    methods: [...inherited.flatMap(({ methods }) => methods), ...own.methods],
  };
}

function ownMembers(node, spelled) {
  const declared = declarationsIn(node.body).filter((each) => each.node.declares !== undefined);
  const [functions, assigned] = [
    declared.filter((each) => each.node.kind === 'FunctionDefinition'),
    declared.filter((each) => each.node.kind === 'AssignStatement' && isOpen(each)),
  ];
  const maker = functions.find((each) => each.node.declares === '__init__');
  const set = maker === undefined ? [] : statementsIn(maker.node.body).filter(isOpenAttribute);
  const open = functions.filter(isOpen);
  const methods = open.filter((each) => !isProperty(each));
  const names = new Set(methods.map((each) => each.node.declares));
  return {
    maker: maker && callOf([maker], { made: node.declares, spelled }),
    fields: [...assigned.map(fieldOf), ...set.map(fieldOf), ...open.filter(isProperty).map(propertyOf)],
    methods: [...names].map((name) =>
      callOf(
        methods.filter((each) => each.node.declares === name),
        { spelled },
      ),
    ),
  };
}

/** Also those of a `try`. */
function statementsIn(block) {
  return declarationsIn(block).flatMap((each) =>
    each.node.kind === 'TryStatement' ? statementsIn(each.node.body) : [each],
  );
}

function isOpen({ node }) {
  if (node.declares.startsWith('_')) return false;
  return node.kind !== 'FunctionDefinition' || !node.docstring.slice(3).startsWith(INTERNAL);
}

function isOpenAttribute({ node }) {
  return /^self[.][a-z]/.test(node.text) && node.kind === 'AssignStatement';
}

function isProperty({ decorators }) {
  return decorators.includes('@property');
}

function propertyOf({ node }) {
  return { name: node.declares, type: node.gives, ...docOf(node.docstring) };
}

function fieldOf({ node, comment }) {
  const [, owner, name, type, value] = /^(self[.])?(\w+)(?:: ([^=]+?))?(?: = ([\s\S]*))?$/.exec(node.text);
  if (type === undefined) throw new Error(`The reference does not know the type of ${node.text}`);
  const given = owner === undefined && value !== undefined ? defaultOf(value) : undefined;
  return { name, type, given, ...docOf(comment) };
}

/** What `field(…)` says of a dataclass is the value that is meant. */
function defaultOf(value) {
  return value
    .replace(/^field\(default=(\S+?)(, .*)?\)$/, '$1')
    .replace(/^field\(default_factory=dict\)$/, '{}');
}

/** Overloads are one member: the last, which they have in common, says what it does. */
export function callOf(definitions, { made, spelled }) {
  const isOverload = ({ decorators }) => decorators.includes('@overload');
  const seen = definitions.length > 1 ? definitions.filter(isOverload) : definitions;
  const last = definitions.at(-1).node;
  const lists = seen.map(({ node }) => node.parameters.filter(({ name }) => name !== 'self'));
  return {
    ...{ name: made ?? last.declares, ...docOf(last.docstring) },
    signatures: seen.map(({ node }, at) => spelled(signatureOf(node, { parameters: lists[at], made }))),
    parameters: lists
      .reduce((a, b) => (b.length > a.length ? b : a))
      .filter(({ type }) => type !== undefined),
    returns: made === undefined && seen[0].node.gives !== undefined ? spelled(seen[0].node.gives) : undefined,
  };
}

function signatureOf(node, { parameters, made }) {
  const head = made ?? `${node.isAsync ? 'async ' : ''}def ${node.declares}`;
  const texts = parameters.map(({ text }) => text);
  const end = made === undefined && node.gives !== undefined ? ` -> ${node.gives}` : '';
  const line = `${head}(${texts.join(', ')})${end}`;
  return line.length <= LINE_LENGTH
    ? line
    : `${head}(\n${texts.map((each) => `    ${each},\n`).join('')})${end}`;
}
