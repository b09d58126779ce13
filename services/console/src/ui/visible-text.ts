interface TextPart {
  text: string;
  isEscape: boolean;
}

export interface TextOptions {
  /** White space stays. Default: runs of it are drawn: a page joins them, or they move text out of sight. */
  isProse?: boolean;
}

/** Longer runs are drawn by their length. */
const RUN_DRAWN_MAX = 16;

/** Scripts that are written with joiners (RFC 5892, A.1 and A.2). */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}]';
const EMOJI = '\\p{RGI_Emoji}|\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]';
/** Characters without ink of their own (UTS 39, UAX 9) and blanks of scripts, but for line ends and tabs. */
const INVISIBLE =
  '(?!\\r\\n)[[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Cc}\\p{Zl}\\p{Zp}\\uFFF9-\\uFFFB\\u2800\\u{13441}\\u{13442}\\u{16FE4}\\u{1D159}]--[\\t\\n]]';

const KEPT = `${EMOJI}|(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})`;
const IN_PROSE = new RegExp(`${KEPT}|(?<invisible>(?:${INVISIBLE})+)`, 'gv');
const IN_A_LINE = new RegExp(`${IN_PROSE.source}|(?<space>\\s{2,})`, 'gv');

export function visibleParts(text: string, { isProse = false }: TextOptions = {}): TextPart[] {
  const parts: TextPart[] = [];
  const add = (part: string, isEscape = false): void => {
    if (part !== '') parts.push({ text: part, isEscape });
  };
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(isProse ? IN_PROSE : IN_A_LINE)) {
    const { invisible, space } = groups ?? {};
    const drawn =
      invisible !== undefined ? invisibleDrawn(found) : space !== undefined ? spaceDrawn(found) : null;
    if (drawn === null) continue;
    add(text.slice(end, index));
    add(drawn.replace(/\n$/, ''), true);
    if (drawn.endsWith('\n')) add('\n');
    end = index + found.length;
  }
  add(text.slice(end));
  return parts;
}

/** The same as one text, for names that only screen readers hear, titles of windows, and the like. */
export function visibleText(text: string, options?: TextOptions): string {
  return visibleParts(text, options)
    .map((part) => part.text)
    .join('');
}

function invisibleDrawn(run: string): string {
  const characters = [...run];
  if (characters.length > RUN_DRAWN_MAX) return `[${characters.length} invisible characters]`;
  return `[${characters.map(codePoint).join(' ')}]`;
}

function spaceDrawn(run: string): string {
  if (run.length <= RUN_DRAWN_MAX)
    return run.replace(/\r?\n|\s/g, (space) => SIGNS[space] ?? `[${codePoint(space)}]`);
  const lineEnds = run.split('\n').length - 1;
  if (lineEnds === 0)
    return /^ +$/.test(run) ? `[${run.length} spaces]` : `[${run.length} white-space characters]`;
  return `[${/^[\r\n]+$/.test(run) ? `${lineEnds} line ends` : `${run.length} white-space characters`}]\n`;
}

const SIGNS: Readonly<Record<string, string>> = { ' ': '·', '\t': '⇥', '\n': '↵\n', '\r\n': '↵\n' };

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
