import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * What the entries, files by the names under which programs import them, export as their sources write it.
 *
 * @returns {import('./item-text.mjs').Item[]}
 */
export function readTypeScript(entries) {
  return Object.entries(entries).flatMap(([entry, path]) =>
    exportsOf(path).map(({ node, isTypeOnly }) => ({ entry, ...itemOf(node, isTypeOnly) })),
  );
}

/** Every export of a file with its declaration, which may stand in another one. */
function exportsOf(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true);
  return file.statements.flatMap((statement) => {
    const isExported = (ts.getCombinedModifierFlags(statement) & ts.ModifierFlags.Export) !== 0;
    if (isExported && statement.name !== undefined) return [{ node: statement }];
    if (!ts.isExportDeclaration(statement)) return [];
    const target = join(dirname(path), statement.moduleSpecifier.text.replace(/[.]js$/, '.ts'));
    return statement.exportClause.elements.map(({ name }) => ({
      ...exportsOf(target).find(({ node }) => node.name.text === name.text),
      isTypeOnly: statement.isTypeOnly,
    }));
  });
}

function itemOf(node, isTypeOnly = false) {
  const name = node.name.text;
  const base = { name, doc: docOf(node), signatures: [], parents: [], fields: [], methods: [] };
  if (ts.isFunctionDeclaration(node))
    return { ...base, isFunction: true, signatures: [signatureOf(node, name)] };
  if (ts.isTypeAliasDeclaration(node)) {
    // Of a record of the contract, the schemas say more than its type.
    const record = /\bSchemas\['(\w+)'\]/.exec(node.type.getText())?.[1];
    return record ? { ...base, record } : { ...base, signatures: [`type ${signatureOf(node, name)};`] };
  }
  const open = node.members.filter(isOpen);
  const makers = isTypeOnly ? [] : open.filter(ts.isConstructorDeclaration);
  const methods = open.filter((member) => ts.isMethodDeclaration(member) || ts.isMethodSignature(member));
  return {
    ...base,
    doc: [base.doc, ...makers.map(docOf)].join('\n'),
    signatures: makers.map((maker) => signatureOf(maker, `new ${name}`)),
    parents: (node.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => type.getText())),
    fields: open
      .filter((member) => !methods.includes(member) && !ts.isConstructorDeclaration(member))
      .map((member) => ({
        ...{ name: member.name.text, type: member.type.getText().replaceAll(/\s+/g, ' ') },
        ...{ doc: docOf(member), isOptional: member.questionToken !== undefined },
      })),
    methods: [...new Set(methods.map((member) => member.name.text))].map((each) =>
      callOf(
        each,
        methods.filter((member) => member.name.text === each),
      ),
    ),
  };
}

function isOpen(member) {
  const flags = ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  const isInternal = ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'internal');
  return flags === 0 && !isInternal && !(member.name && ts.isPrivateIdentifier(member.name));
}

/** Overloads are one member. The first says what it does, and the one with the body is not for callers. */
function callOf(name, declarations) {
  const overloads = declarations.filter(({ body }) => body === undefined);
  const signatures = overloads.length > 0 ? overloads : declarations;
  return {
    ...{ name, doc: docOf(declarations[0]) },
    signatures: signatures.map((declaration) => signatureOf(declaration, name)),
  };
}

/** The declaration as it is written, from its name to its body. */
function signatureOf(node, name) {
  const file = node.getSourceFile();
  const start = node.name?.end ?? file.text.indexOf('(', node.getStart());
  const indent = file.getLineAndCharacterOfPosition(node.getStart()).character;
  const text = file.text.slice(start, node.body?.pos ?? node.end).replace(/;$/, '');
  // What is taken apart has no name of its own; its `@param` names it.
  const [, first] = /@param (\w+)/.exec(docOf(node)) ?? [];
  const whole = text.replace(/^(\(\s*)\{[^{}:]*\}(?=:)/, (_, open) => {
    if (first === undefined) throw new Error(`${name} takes apart what no @param of it names.`);
    return open + first;
  });
  return name + whole.replaceAll(`\n${' '.repeat(indent)}`, '\n');
}

/** Of a docstring, what stands between its marks. */
function docOf(node) {
  const text = node.jsDoc?.at(-1)?.getText() ?? '';
  return text
    .slice('/**'.length, -'*/'.length)
    .replaceAll(/^ *\* ?/gm, '')
    .trim();
}
