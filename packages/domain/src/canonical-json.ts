/** A JSON text without white space, its members sorted, of those with one name only the last, its strings in one spelling. */
export interface CanonicalJson {
  /** With numbers in one spelling too: the form of RFC 8785 (JSON Canonicalization Scheme), but for {@link canonicalNumber}. */
  canonical: string;
  /** With all numbers as they were written. */
  verbatim: string;
  /** A string holds half a surrogate pair, for which RFC 8785 has no form. */
  hasLoneSurrogate: boolean;
}

/**
 * Writes a JSON text anew. RFC 8785 writes strings as ECMAScript serialises them (section 3.2.2.2), so `JSON.stringify` writes each of them.
 *
 * @param json a text that `JSON.parse` accepts, not nested deeper than the stack is.
 */
export function canonicalJson(json: string): CanonicalJson {
  const writer = new Writer(json);
  const written = writer.write();
  return { ...written, hasLoneSurrogate: writer.hasLoneSurrogate };
}

type Written = Omit<CanonicalJson, 'hasLoneSurrogate'>;

const TOKEN = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g;
const LONE_SURROGATE = /\p{Surrogate}/u;

class Writer {
  hasLoneSurrogate = false;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(json: string) {
    this.#tokens = json.match(TOKEN) ?? [];
  }

  /** The next value. */
  write(): Written {
    const token = this.#next();
    if (token === '{') return this.#object();
    if (token === '[') return this.#list();
    if (token.startsWith('"')) return same(JSON.stringify(this.#text(token)));
    return /\d/.test(token) ? { canonical: canonicalNumber(token), verbatim: token } : same(token);
  }

  #object(): Written {
    const members = new Map<string, Written>();
    while (!this.#isPast('}')) {
      const name = this.#text(this.#next());
      // The colon.
      this.#at += 1;
      members.set(name, this.write());
    }
    // Names are compared by UTF-16 code units, as section 3.2.3 asks.
    const sorted = [...members].sort(([one], [other]) => (one < other ? -1 : 1));
    return within(
      '{}',
      sorted.map(([name, value]) => {
        const begin = `${JSON.stringify(name)}:`;
        return { canonical: begin + value.canonical, verbatim: begin + value.verbatim };
      }),
    );
  }

  #list(): Written {
    const items: Written[] = [];
    while (!this.#isPast(']')) items.push(this.write());
    return within('[]', items);
  }

  #text(token: string): string {
    if (!token.includes('\\')) return token.slice(1, -1);
    const text = JSON.parse(token) as string;
    // UTF-8 has no form for half of a pair, an escape has.
    if (LONE_SURROGATE.test(text)) this.hasLoneSurrogate = true;
    return text;
  }

  /** Whether a list or an object ends here. Passes over its end, or over a comma. */
  #isPast(end: string): boolean {
    const token = this.#tokens[this.#at];
    if (token === end || token === ',') this.#at += 1;
    return token === end;
  }

  #next(): string {
    this.#at += 1;
    return this.#tokens[this.#at - 1] ?? '';
  }
}

function same(text: string): Written {
  return { canonical: text, verbatim: text };
}

function within([begin = '', end = '']: string, parts: readonly Written[]): Written {
  return {
    canonical: begin + parts.map(({ canonical }) => canonical).join(',') + end,
    verbatim: begin + parts.map(({ verbatim }) => verbatim).join(',') + end,
  };
}

/** A number of a JSON text as ECMAScript prints it (RFC 8785, section 3.2.2.3), unless that has another decimal value: then the number as it is. */
function canonicalNumber(number: string): string {
  const written = JSON.stringify(Number(number));
  return written === number || decimalOf(written) === decimalOf(number) ? written : number;
}

/** The same text for the same decimal value: sign, digits without zeros around them, and power of ten. */
function decimalOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  // A pattern for the zeros at the end would take a time that grows with the square of the length.
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign}${digits.slice(0, end)}e${power}`;
}
