/**
 * Names without a docstring.
 *
 * @param {import('./markdown.mjs').Item} item
 */
export function silent({ location, text, fields, methods }) {
  const within = (list, path) =>
    list.flatMap((field) => [
      ...(field.text === '' ? [`${path}.${field.name}`] : []),
      ...within(field.fields ?? [], `${path}.${field.name}`),
    ]);
  const names = [
    ...(text === '' ? [location] : []),
    ...within(fields, location),
    ...within(methods, location),
  ];
  return names.map((name) => `${name} has no docstring.`);
}

/** Code of a docstring that stands not in the example, which tests run. */
export function unheld({ location, text, methods }, example) {
  const texts = [text, ...methods.map((method) => method.text)];
  const codes = texts.flatMap((each) =>
    [...each.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code]) => code),
  );
  return codes
    .filter((code) => !example.includes(code))
    .map((code) => `${location} shows code that is no part of the example that tests run: ${code}`);
}
