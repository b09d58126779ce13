/**
 * The names of an item that have no docstring.
 *
 * @param {import('./markdown.mjs').Item} item
 * @returns {string[]} a sentence for each.
 */
export function silent({ place, text, call, fields, methods }) {
  const within = (list, path) =>
    list.flatMap((field) => [
      ...(field.text === '' ? [`${path}.${field.name}`] : []),
      ...within(field.fields ?? [], `${path}.${field.name}`),
    ]);
  const names = [
    ...((call?.text ?? text) === '' ? [place] : []),
    ...within(fields, place),
    ...within(methods, place),
  ];
  return names.map((name) => `${name} has no docstring.`);
}

/**
 * Code that a docstring shows and that stands not in the example, which tests run.
 *
 * @returns {string[]} a sentence for each.
 */
export function unheld({ place, text, call, methods }, example) {
  const texts = [call?.text ?? text, ...methods.map((method) => method.text)];
  const codes = texts.flatMap((each) =>
    [...each.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code]) => code),
  );
  return codes
    .filter((code) => !example.includes(code))
    .map((code) => `${place} shows code that is no part of the example that tests run: ${code}`);
}
