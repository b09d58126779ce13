import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * What the entries of a package export, as their sources say it. Only the text is read: types stand in the reference as they were written.
 *
 * @param {Record<string, string>} entries the files, by the names under which programs import them.
 * @returns {import('./markdown.mjs').Item[]}
 */
export function readTypeScript(entries) {
  const files = new Map();
  return Object.entries(entries).flatMap(([entry, path]) =>
    exportsOf(path, files).map((exported) => ({ entry, ...itemOf(exported) })),
  );
}

/** Every export of a file with its declarations, which may stand in another one. */
function exportsOf(path, files) {
  return parsed(path, files).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return isExported(statement) ? named(path, statement) : [];
    const target = join(dirname(path), statement.moduleSpecifier.text.replace(/[.]js$/, '.ts'));
    return statement.exportClause.elements.map(({ name }) => {
      const found = exportsOf(target, files).find((each) => each.name === name.text);
      if (found === undefined) throw new Error(`${target} does not export ${name.text}.`);
      return { ...found, isTypeOnly: statement.isTypeOnly };
    });
  });
}

function named(path, statement) {
  const declarations = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement];
  return declarations.map(({ name }) => ({
    ...{ path, node: statement, name: name?.text, isTypeOnly: false },
  }));
}

function parsed(path, files) {
  if (!files.has(path)) {
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    files.set(path, file);
  }
  return files.get(path);
}

function itemOf({ path, node, name, isTypeOnly }) {
  const base = { name, location: `${path}: ${name}`, ...docOf(node), fields: [], methods: [] };
  if (ts.isTypeAliasDeclaration(node)) return { ...base, kind: 'type', ...aliasOf(node) };
  if (ts.isFunctionDeclaration(node)) return { ...base, kind: 'function', call: callOf([node], name) };
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node))
    throw new Error(`${base.location} is of a kind that the reference does not know.`);
  return {
    ...base,
    kind: ts.isClassDeclaration(node) ? 'class' : 'interface',
    parents: (node.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => textOf(type))),
    ...membersOf(node, { isTypeOnly, name }),
  };
}

/** Of a record of the contract, the schemas say more than its type. */
function aliasOf(node) {
  const record = /\bSchemas\['(\w+)'\]/.exec(textOf(node.type))?.[1];
  return record === undefined
    ? { code: `type ${node.name.text}${typeParametersOf(node)} = ${textOf(node.type)};` }
    : { record };
}

function membersOf(node, { isTypeOnly, name }) {
  const open = node.members.filter((member) => !isHidden(member));
  const isOfMany = ts.isClassDeclaration(node);
  const fields = open.filter(
    (member) =>
      ts.isPropertyDeclaration(member) || ts.isPropertySignature(member) || ts.isGetAccessor(member),
  );
  const makers = open.filter((member) => ts.isConstructorDeclaration(member));
  const methods = open.filter((member) => ts.isMethodDeclaration(member) || ts.isMethodSignature(member));
  const names = new Set(methods.map((member) => member.name.text));
  return {
    fields: fields.map((member) => ({
      ...{ name: member.name.text, type: textOf(member.type), ...docOf(member) },
      isOptional: member.questionToken !== undefined,
    })),
    maker: isTypeOnly || !isOfMany || makers.length === 0 ? undefined : callOf(makers, `new ${name}`),
    methods: [...names].map((each) =>
      callOf(
        methods.filter((member) => member.name.text === each),
        each,
      ),
    ),
  };
}

function isHidden(member) {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  const flags = ts.getCombinedModifierFlags(member);
  if ((flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0) return true;
  return ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');
}

/** Overloads are one member: the first says what it does, and the last, which they have in common, is nobody's to call. */
function callOf(declarations, name) {
  const seen = declarations.length > 1 ? declarations.filter(({ body }) => body === undefined) : declarations;
  const doc = docOf(seen[0]);
  const parameters = seen.map((declaration) => parametersOf(declaration, doc));
  const longest = parameters.reduce((a, b) => (b.length > a.length ? b : a));
  return {
    ...{ name, ...doc },
    signatures: seen.map((declaration, at) => signatureOf(declaration, { name, parameters: parameters[at] })),
    parameters: longest,
    returns: seen[0].type === undefined ? undefined : textOf(seen[0].type),
  };
}

/** What is taken apart has no name of its own; its `@param` names it. */
function parametersOf({ parameters }, doc) {
  const own = new Set(parameters.map(({ name }) => name.text));
  const bases = new Set([...doc.said.keys()].map((name) => name.split('.')[0]));
  const free = [...bases].filter((name) => !own.has(name));
  return parameters.map((parameter) => {
    const name = ts.isIdentifier(parameter.name) ? parameter.name.text : free.shift();
    if (name === undefined || parameter.type === undefined)
      throw new Error(`A parameter has no @param or no type: ${textOf(parameter)}`);
    const isOptional = parameter.questionToken !== undefined || parameter.initializer !== undefined;
    return { name, type: textOf(parameter.type), isOptional };
  });
}

function signatureOf(declaration, { name, parameters }) {
  const list = parameters.map(
    ({ name: each, type, isOptional }) => `${each}${isOptional ? '?' : ''}: ${type}`,
  );
  const type = declaration.type === undefined ? '' : `: ${textOf(declaration.type)}`;
  return `${name}${typeParametersOf(declaration)}(${list.join(', ')})${type}`;
}

function typeParametersOf({ typeParameters }) {
  return typeParameters === undefined ? '' : `<${typeParameters.map((each) => textOf(each)).join(', ')}>`;
}

/** What a comment says, in Markdown, and its tags. */
function docOf(node) {
  const [comment] = (node.jsDoc ?? []).slice(-1);
  const doc = { text: commentOf(comment?.comment), said: new Map(), gives: '', throws: [] };
  for (const tag of comment?.tags ?? []) {
    const text = commentOf(tag.comment);
    if (ts.isJSDocParameterTag(tag)) doc.said.set(tag.name.getText(), text);
    else if (ts.isJSDocReturnTag(tag)) doc.gives = text;
    else if (ts.isJSDocThrowsTag(tag)) doc.throws.push({ type: tag.typeExpression?.type.getText(), text });
    else if (tag.tagName.text !== 'internal') throw new Error(`Nobody reads the tag ${tag.getText()}.`);
  }
  return doc;
}

function commentOf(comment) {
  return (ts.getTextOfJSDocComment(comment) ?? '').trim();
}

function textOf(node) {
  return node.getText().replaceAll(/\s+/g, ' ');
}

function isExported(statement) {
  return (
    ts.canHaveModifiers(statement) && (ts.getCombinedModifierFlags(statement) & ts.ModifierFlags.Export) !== 0
  );
}
