/** Longer than any message; nothing beyond it is kept. In UTF-16 code units. */
const LENGTH_MAX = 65_536;

export interface GrowingText {
  /** From the beginning, as far as nothing is missing. */
  readonly text: string;
  /** What came behind a gap. */
  readonly ahead: { readonly at: number; readonly text: string } | null;
}

export const NO_TEXT: GrowingText = { text: '', ahead: null };

export function withPiece(known: GrowingText, at: number, piece: string): GrowingText {
  if (at + piece.length > LENGTH_MAX) return known;
  if (at <= known.text.length) {
    if (at + piece.length <= known.text.length) return known;
    return joined({ ...known, text: known.text.slice(0, at) + piece });
  }
  const { ahead } = known;
  // What stands behind two gaps is enough from the second on: the first is asked for anyway.
  if (ahead === null || at > ahead.at + ahead.text.length || at < ahead.at)
    return { ...known, ahead: { at, text: piece } };
  return { ...known, ahead: { at: ahead.at, text: ahead.text.slice(0, at - ahead.at) + piece } };
}

/** The gap may be filled. */
function joined(known: GrowingText): GrowingText {
  const { text, ahead } = known;
  if (ahead === null || ahead.at > text.length) return known;
  const rest = ahead.text.slice(text.length - ahead.at);
  return { text: text + rest, ahead: null };
}
