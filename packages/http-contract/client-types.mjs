import openapiTS, { astToString } from 'openapi-typescript';

/**
 * What a program in TypeScript knows of an OpenAPI document: its paths, operations and schemas as types.
 *
 * @param {object} document
 * @returns {Promise<string>} the text of a module.
 */
export async function clientTypes(document) {
  return astToString(await openapiTS(document));
}
