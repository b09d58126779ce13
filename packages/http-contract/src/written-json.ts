/** JSON that is text already, and is sent as it is. */
export class WrittenJson {
  constructor(readonly text: string) {}
}

/**
 * An answer's body of which the JSON text exists already, such as one that passes on what it was given to the byte. The type is
 * what the text would be parsed to; it is the caller's word.
 */
export function writtenJson<Body>(text: string): Body {
  return new WrittenJson(text) as Body;
}
