import { isIP } from 'node:net';
import { inspect } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every problem of the environment at once, so that one correction is enough. */
export class EnvironmentError extends Error {
  readonly problems: readonly string[];

  constructor(found: readonly string[]) {
    // If several parts read the same variable, each of them finds its problem.
    const problems = [...new Set(found)];
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    super(`The configuration has ${count}:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'EnvironmentError';
    this.problems = problems;
  }
}

/**
 * An empty variable counts as not set; every read gives its problems to the same list.
 *
 * @throws EnvironmentError naming all problems.
 */
export function readEnvironment<T>(env: Environment, build: (read: EnvironmentReader) => T): T {
  const problems: string[] = [];
  const config = build(new EnvironmentReader(env, problems));
  if (problems.length > 0) throw new EnvironmentError(problems);
  return config;
}

/** Without a default a variable is required; the default `null` makes it optional. */
interface Default<D> {
  default?: D;
}

/** A problem's stand-in never leaves {@link readEnvironment}, since that throws. */
export class EnvironmentReader {
  readonly #env: Environment;
  readonly #problems: string[];

  constructor(env: Environment, problems: string[]) {
    this.#env = env;
    this.#problems = problems;
  }

  string<D extends string | null = never>(
    name: string,
    options: Default<D> & { pattern?: RegExp } = {},
  ): string | D {
    return this.#read(name, options, '', (text) => matching(text, options.pattern));
  }

  /** A whole number within `min` and `max`, both inclusive. */
  integer<D extends number | null = never>(name: string, options: Default<D> & Bounds = {}): number | D {
    return this.#read(name, options, 0, (text) => parseInteger(text, options));
  }

  /** `on`, `true`, `yes`, `1` or `off`, `false`, `no`, `0`. */
  onOff<D extends boolean | null = never>(name: string, options: Default<D> = {}): boolean | D {
    return this.#read(name, options, false, (text) => {
      if (/^(on|true|yes|1)$/i.test(text)) return true;
      if (/^(off|false|no|0)$/i.test(text)) return false;
      throw new Problem('must be on or off');
    });
  }

  oneOf<const V extends string, D extends V | null = never>(
    name: string,
    values: readonly [V, ...V[]],
    options: Default<D> = {},
  ): V | D {
    return this.#read<V, D>(name, options, values[0], (text) => {
      const value = values.find((candidate) => candidate === text);
      if (value === undefined) throw new Problem(`must be one of ${values.join(', ')}`);
      return value;
    });
  }

  /** Whole numbers, separated by commas; at most 100. */
  integers(
    name: string,
    options: Default<readonly number[]> & Bounds & { countMax?: number } = {},
  ): readonly number[] {
    return this.#list(name, { countMax: 100, ...options }, (text) => parseInteger(text, options));
  }

  /** Networks in CIDR notation, separated by commas; a bare address is a network of one. */
  networks(name: string, options: Default<readonly string[]> = {}): readonly string[] {
    return this.#list(name, options, parseNetwork);
  }

  /** An absolute URL with one of the protocols, such as `https:`; a slash at its end is removed. */
  url<D extends string | null = never>(
    name: string,
    options: Default<D> & { protocols?: readonly string[] } = {},
  ): string | D {
    return this.#read(name, options, '', (text) => parseUrl(text, options.protocols));
  }

  /** Such as `https://agents.example.com`. A path, query, fragment or credentials are refused. */
  origin<D extends string | null = never>(name: string, options: Default<D> = {}): string | D {
    return this.#read(name, options, '', parseOrigin);
  }

  secret<D extends Secret | null = never>(
    name: string,
    options: Default<D> & { pattern?: RegExp } = {},
  ): Secret | D {
    return this.#read(name, options, new Secret(''), (text) => new Secret(matching(text, options.pattern)));
  }

  /** Separated by commas; a problem calls them `what`. */
  secrets(
    name: string,
    options: Default<readonly Secret[]> & { pattern: RegExp; what: string; countMax: number },
  ): readonly Secret[] {
    return this.#list(name, options, (text) => {
      if (!options.pattern.test(text)) throw new Problem(`must be ${options.what}, separated by commas`);
      return new Secret(text);
    });
  }

  /** A URL that carries credentials, such as a database's. */
  secretUrl<D extends Secret | null = never>(
    name: string,
    options: Default<D> & { protocols: readonly string[] },
  ): Secret | D {
    return this.#read(name, options, new Secret(''), (text) => {
      parseUrl(text, options.protocols);
      return new Secret(text);
    });
  }

  /** Reports a problem that no single variable shows, such as two variables that exclude each other. */
  refuse(problem: string): void {
    this.#problems.push(problem);
  }

  #list<T>(
    name: string,
    options: Default<readonly T[]> & { countMax?: number },
    parse: (text: string) => T,
  ): readonly T[] {
    const { countMax = Infinity } = options;
    return this.#read<readonly T[], readonly T[]>(name, options, [], (text) => {
      const parts = text.split(',').map((part) => part.trim());
      if (parts.length > countMax) throw new Problem(`must have at most ${countMax} values`);
      return parts.map(parse);
    });
  }

  #read<T, D>(name: string, options: Default<D>, standIn: T, parse: (text: string) => T): T | D {
    const text = this.#env[name]?.trim();
    if (text === undefined || text === '') {
      if (options.default !== undefined) return options.default;
      this.#problems.push(`${name} is required`);
      return standIn;
    }
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problems.push(`${name} ${error.message}`);
      return standIn;
    }
  }
}

/** What is wrong with a value. It is never the value itself, which may be a secret in the wrong variable. */
class Problem extends Error {}

interface Bounds {
  min?: number;
  max?: number;
}

function matching(text: string, pattern: RegExp | undefined): string {
  if (pattern?.test(text) === false) throw new Problem(`must match ${pattern}`);
  return text;
}

function parseInteger(text: string, bounds: Bounds): number {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const isBounded = bounds.min !== undefined || bounds.max !== undefined;
  throw new Problem(isBounded ? `must be a whole number from ${min} to ${max}` : 'must be a whole number');
}

function parseNetwork(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0)
    throw new Problem('must be networks such as 10.0.0.0/8, separated by commas');
  if (prefix === undefined) return `${address}/${bits}`;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)
    throw new Problem(`has a prefix length over ${bits}`);
  return `${address}/${Number(prefix)}`;
}

function parseOrigin(text: string): string {
  const { href, origin } = new URL(parseUrl(text));
  if (href === `${origin}/`) return origin;
  throw new Problem('must be an address without path, query or fragment, such as https://agents.example.com');
}

function parseUrl(text: string, protocols: readonly string[] = ['http:', 'https:']): string {
  if (!URL.canParse(text)) throw new Problem('must be an absolute URL');
  if (!protocols.includes(new URL(text).protocol))
    throw new Problem(`must begin with ${protocols.join(' or ')}`);
  return text.replace(/\/+$/, '');
}

/** The parts of the process that a refused configuration needs; a test gives its own. */
export interface RefusalPort {
  stderr: { write(text: string): unknown };
  exit(code: number): never;
}

/** EX_CONFIG of sysexits.h: another start would end in the same way. `npm run services` also knows it. */
export const CONFIGURATION_EXIT_CODE = 78;

/** If the environment is wrong, the process ends with one message that names every problem. */
export function configurationOrExit<T>(read: () => T, host: RefusalPort = process): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    host.stderr.write(`\n✗ ${error.message}\n\n`);
    return host.exit(CONFIGURATION_EXIT_CODE);
  }
}

/** A configured value that must not be printed: every way of turning it into text gives `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
