/** JSON text that is sent as it is. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The body of an answer whose JSON text exists already, for example because it passes on bytes unchanged. The type is that of the parsed
 * text; the caller guarantees it.
 */
export function writtenJson<Body>(text: string): Body {
  return new WrittenJson(text) as Body;
}
