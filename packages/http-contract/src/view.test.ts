import { describe, expect, it } from '@jest/globals';
import { dereference } from './document.js';
import type { Schema } from './document.js';
import { document } from './generated/document.js';

const propertiesOf = (name: string): Record<string, Schema> => {
  const { properties = {} } = document.components.schemas[name] as { properties?: Record<string, Schema> };
  return properties;
};

describe('a view', () => {
  it('is of no schema whose parts stand where it does not look', () => {
    for (const name of Object.keys(document.components.schemas))
      for (const field of Object.values(propertiesOf(name)))
        if ('$ref' in field) expect([name, dereference(document, field)]).not.toHaveProperty('1.anyOf');
  });
});
