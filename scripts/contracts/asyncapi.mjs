import { fromFile, Parser } from '@asyncapi/parser';
import { readYaml } from '../../packages/http-contract/read-yaml.mjs';

/**
 * Lints an AsyncAPI document with AsyncAPI's own parser, whose lesser findings count too, such as a version that is not the latest.
 *
 * @param {string} path
 * @returns {Promise<string[]>} what is wrong; empty if nothing.
 */
export async function lintAsyncapi(path) {
  try {
    await readYaml(path);
  } catch (error) {
    return [error.message];
  }
  const { document, diagnostics } = await fromFile(new Parser(), path).parse();
  const problems = diagnostics.map(
    ({ code, message, path: place }) => `${path}: ${place.join('.')}: ${message} (${code})`,
  );
  if (document === undefined && problems.length === 0) problems.push(`${path}: cannot be parsed`);
  return problems;
}
