/** A file of a message that is neither shown as a picture nor played, as messages and events have it. */
export interface MessageFile {
  /** Stored without a signature. */
  url: string;
  /** Clean: see `cleanFileName`. */
  name: string;
  /** What its first bytes say; of text, what its name says. It is served as bytes all the same. */
  content_type: string;
  byte_length: number;
}
