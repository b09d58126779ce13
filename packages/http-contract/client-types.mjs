import openapiTS, { astToString } from 'openapi-typescript';

/** The paths, operations and schemas of an OpenAPI document as the text of a TypeScript module. */
export async function clientTypes(document) {
  return astToString(await openapiTS(document));
}
