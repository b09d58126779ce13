import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const OPTIONS = { target: ts.ScriptTarget.ESNext, stripInternal: true };

/**
 * What the entries export, as the compiler declares it. Each file is read for itself: types stay as written.
 *
 * @param {Record<string, string>} entries files, by the names under which programs import them.
 * @returns {import('./markdown.mjs').Item[]}
 */
export function readTypeScript(entries) {
  return Object.entries(entries).flatMap(([entry, path]) =>
    exportsOf(path).map(({ isTypeOnly, node, location }) => ({
      ...{ entry, location, ...itemOf(node, { isTypeOnly, location }) },
    })),
  );
}

/** Every export of a file with its declaration, which may stand in another one. */
function exportsOf(path) {
  const { outputText } = ts.transpileDeclaration(readFileSync(path, 'utf8'), { compilerOptions: OPTIONS });
  const file = ts.createSourceFile(path, outputText, OPTIONS.target, true);
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement))
      return isExported(statement)
        ? [{ node: statement, location: `${path}: ${statement.name.text}`, isTypeOnly: false }]
        : [];
    if (statement.moduleSpecifier === undefined) return [];
    const target = join(dirname(path), statement.moduleSpecifier.text.replace(/[.]js$/, '.ts'));
    return statement.exportClause.elements.map(({ name }) => {
      const found = exportsOf(target).find(({ node }) => node.name.text === name.text);
      if (found === undefined) throw new Error(`${target} does not export ${name.text}.`);
      return { ...found, isTypeOnly: statement.isTypeOnly };
    });
  });
}

function itemOf(node, { isTypeOnly, location }) {
  const name = node.name.text;
  const base = { name, ...docOf(node), fields: [], methods: [], parents: [], signatures: [] };
  if (ts.isFunctionDeclaration(node))
    return { ...base, isFunction: true, signatures: [signatureOf(node, name)] };
  if (ts.isTypeAliasDeclaration(node)) {
    // Of a record of the contract, the schemas say more than its type.
    const record = /\bSchemas\['(\w+)'\]/.exec(node.type.getText())?.[1];
    return record ? { ...base, record } : { ...base, signatures: [`type ${name}${after(node, name)};`] };
  }
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node))
    throw new Error(`${location} is of a kind that the reference does not know.`);
  const open = node.members.filter(isOpen);
  const methods = open.filter((member) => ts.isMethodDeclaration(member) || ts.isMethodSignature(member));
  const makers = isTypeOnly ? [] : open.filter(ts.isConstructorDeclaration);
  return {
    ...base,
    parents: (node.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => type.getText())),
    maker: makers.length === 0 ? undefined : callOf(makers, `new ${name}`),
    fields: open
      .filter((member) => !methods.includes(member) && !ts.isConstructorDeclaration(member))
      .map((member) => ({
        ...{ name: member.name.text, type: oneLine(member.type.getText()), ...docOf(member) },
        isOptional: member.questionToken !== undefined,
      })),
    methods: [...new Set(methods.map((member) => member.name.text))].map((each) =>
      callOf(
        methods.filter((member) => member.name.text === each),
        each,
      ),
    ),
  };
}

function isOpen(member) {
  const flags = ts.getCombinedModifierFlags(member);
  if ((flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0) return false;
  return member.name === undefined || !ts.isPrivateIdentifier(member.name);
}

/** Overloads are one member, and the first says what it does. */
function callOf(declarations, name) {
  return {
    ...{ name, ...docOf(declarations[0]) },
    signatures: declarations.map((declaration) => signatureOf(declaration, name)),
  };
}

/** What is taken apart has no name of its own; its `@param` names it. */
function signatureOf(declaration, name) {
  const named = declaration.parameters.map((parameter) => parameter.name.getText());
  const said = docOf(declaration).parameters.map(([key]) => key.split('.')[0]);
  const free = said.find((key) => !named.includes(key));
  const text = `${name}${after(declaration, declaration.name?.text ?? 'constructor')}`;
  return text.replace(/(?<=[(,] ?)\{[^{}:]*\}(?=[?:])/, free);
}

/** A declaration from behind its name. */
function after(node, name) {
  const text = oneLine(node.getText()).replace(/;$/, '');
  return text.slice(text.search(new RegExp(`\\b${name}\\b`)) + name.length);
}

function docOf(node) {
  const [comment] = (node.jsDoc ?? []).slice(-1);
  const doc = { text: commentOf(comment?.comment), parameters: [], returns: '', throws: [] };
  for (const tag of comment?.tags ?? []) {
    const text = commentOf(tag.comment);
    if (ts.isJSDocParameterTag(tag)) doc.parameters.push([tag.name.getText(), text]);
    else if (ts.isJSDocReturnTag(tag)) doc.returns = text;
    else if (ts.isJSDocThrowsTag(tag))
      doc.throws.push(tag.typeExpression ? `{@ref ${tag.typeExpression.type.getText()}} ${text}` : text);
    else throw new Error(`Nobody reads the tag ${tag.getText()}.`);
  }
  return doc;
}

function commentOf(comment) {
  return (ts.getTextOfJSDocComment(comment) ?? '').trim();
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').replaceAll('; }', ' }');
}

function isExported(statement) {
  const isDeclaration = statement.name !== undefined && ts.canHaveModifiers(statement);
  return isDeclaration && (ts.getCombinedModifierFlags(statement) & ts.ModifierFlags.Export) !== 0;
}
