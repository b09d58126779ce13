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
 * Reads a typed configuration from environment variables.
 *
 * @param env the variables; an empty value counts as not set.
 * @param build takes the reader and returns the configuration; every read gives its problems to the same list.
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

/**
 * One method per kind of value. After a problem a method returns a stand-in. The stand-in never leaves {@link readEnvironment}, since that
 * throws.
 */
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
    return this.#read(name, options, '', (text) => {
      if (options.pattern !== undefined && !options.pattern.test(text))
        return problem(`must match ${options.pattern}`);
      return text;
    });
  }

  /** A whole number within `min` and `max`, both inclusive. */
  integer<D extends number | null = never>(
    name: string,
    options: Default<D> & { min?: number; max?: number } = {},
  ): number | D {
    return this.#read(name, options, 0, (text) => parseInteger(text, options));
  }

  /** `on`, `true`, `yes`, `1` or `off`, `false`, `no`, `0`. */
  onOff<D extends boolean | null = never>(name: string, options: Default<D> = {}): boolean | D {
    return this.#read(name, options, false, (text) => {
      if (/^(on|true|yes|1)$/i.test(text)) return true;
      if (/^(off|false|no|0)$/i.test(text)) return false;
      return problem('must be on or off');
    });
  }

  oneOf<const V extends string, D extends V | null = never>(
    name: string,
    values: readonly [V, ...V[]],
    options: Default<D> = {},
  ): V | D {
    return this.#read<V, D>(name, options, values[0], (text) => {
      const value = values.find((candidate) => candidate === text);
      return value ?? problem(`must be one of ${values.join(', ')}`);
    });
  }

  /** Whole numbers, separated by commas. */
  integers(
    name: string,
    options: Default<readonly number[]> & { min?: number; max?: number; countMax?: number } = {},
  ): readonly number[] {
    return this.#read<readonly number[], readonly number[]>(name, options, [], (text) => {
      const parts = text.split(',').map((part) => parseInteger(part.trim(), options));
      if (parts.length > (options.countMax ?? 100)) return problem('has too many values');
      return firstProblem(parts) ?? (parts as number[]);
    });
  }

  /** Networks in CIDR notation, separated by commas; a bare address is a network of one. */
  networks(name: string, options: Default<readonly string[]> = {}): readonly string[] {
    return this.#read<readonly string[], readonly string[]>(name, options, [], (text) => {
      const parts = text.split(',').map((part) => parseNetwork(part.trim()));
      return firstProblem(parts) ?? (parts as string[]);
    });
  }

  /** An absolute URL with one of the protocols, such as `https:`; a slash at its end is removed. */
  url<D extends string | null = never>(
    name: string,
    options: Default<D> & { protocols?: readonly string[] } = {},
  ): string | D {
    return this.#read(name, options, '', (text) => parseUrl(text, options.protocols ?? ['http:', 'https:']));
  }

  /** The origin of an http or https URL, such as `https://agents.example.com`. A URL with a path, query, fragment or credentials is refused. */
  origin<D extends string | null = never>(name: string, options: Default<D> = {}): string | D {
    return this.#read(name, options, '', parseOrigin);
  }

  /** A value that must not be printed, such as a key. */
  secret<D extends Secret | null = never>(
    name: string,
    options: Default<D> & { pattern?: RegExp; lengthMin?: number } = {},
  ): Secret | D {
    return this.#read(name, options, new Secret(''), (text) => {
      if (text.length < (options.lengthMin ?? 1))
        return problem(`must have at least ${options.lengthMin} characters`);
      if (options.pattern !== undefined && !options.pattern.test(text))
        return problem(`must match ${options.pattern}`);
      return new Secret(text);
    });
  }

  /**
   * Values that must not be printed, separated by commas.
   *
   * @param options.what what a problem calls them.
   */
  secrets(
    name: string,
    options: Default<readonly Secret[]> & { pattern: RegExp; what: string; countMax: number },
  ): readonly Secret[] {
    return this.#read<readonly Secret[], readonly Secret[]>(name, options, [], (text) => {
      const parts = text.split(',').map((part) => part.trim());
      if (parts.length > options.countMax) return problem(`must have at most ${options.countMax} values`);
      if (!parts.every((part) => options.pattern.test(part)))
        return problem(`must be ${options.what}, separated by commas`);
      return parts.map((part) => new Secret(part));
    });
  }

  /** A URL that carries credentials, such as a database's. */
  secretUrl<D extends Secret | null = never>(
    name: string,
    options: Default<D> & { protocols: readonly string[] },
  ): Secret | D {
    return this.#read(name, options, new Secret(''), (text) => {
      const parsed = parseUrl(text, options.protocols);
      return parsed instanceof Problem ? parsed : new Secret(text);
    });
  }

  /** Reports a problem that no single variable shows, such as two variables that exclude each other. */
  refuse(problem: string): void {
    this.#problems.push(problem);
  }

  #read<T, D>(name: string, options: Default<D>, standIn: T, parse: (text: string) => T | Problem): T | D {
    const text = this.#env[name]?.trim();
    if (text === undefined || text === '') {
      if (options.default !== undefined) return options.default;
      this.#problems.push(`${name} is required`);
      return standIn;
    }
    const value = parse(text);
    if (!(value instanceof Problem)) return value;
    // The value itself is left out of the message: it may be a secret in the wrong variable.
    this.#problems.push(`${name} ${value.text}`);
    return standIn;
  }
}

class Problem {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function problem(text: string): Problem {
  return new Problem(text);
}

function firstProblem(parts: readonly unknown[]): Problem | undefined {
  return parts.find((part): part is Problem => part instanceof Problem);
}

function parseInteger(text: string, bounds: { min?: number; max?: number }): number | Problem {
  const min = bounds.min ?? Number.MIN_SAFE_INTEGER;
  const max = bounds.max ?? Number.MAX_SAFE_INTEGER;
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  if (bounds.min === undefined && bounds.max === undefined) return problem('must be a whole number');
  return problem(`must be a whole number from ${min} to ${max}`);
}

function parseNetwork(text: string): string | Problem {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  const bits = family === 4 ? 32 : 128;
  if (family === 0 || rest.length > 0)
    return problem('must be networks such as 10.0.0.0/8, separated by commas');
  if (prefix === undefined) return `${address}/${bits}`;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return problem(`has a prefix length over ${bits}`);
  return `${address}/${Number(prefix)}`;
}

function parseOrigin(text: string): string | Problem {
  const parsed = parseUrl(text, ['http:', 'https:']);
  if (parsed instanceof Problem) return parsed;
  const { href, origin } = new URL(parsed);
  if (href !== `${origin}/`)
    return problem('must be an address without path, query or fragment, such as https://agents.example.com');
  return origin;
}

function parseUrl(text: string, protocols: readonly string[]): string | Problem {
  if (!URL.canParse(text)) return problem('must be an absolute URL');
  if (!protocols.includes(new URL(text).protocol))
    return problem(`must begin with ${protocols.join(' or ')}`);
  return text.replace(/\/+$/, '');
}

/** The parts of the process that a refused configuration needs; a test gives its own. */
export interface RefusalPort {
  stderr: { write(text: string): unknown };
  exit(code: number): never;
}

/** EX_CONFIG of sysexits.h: another start with the same environment would end in the same way. `npm run services` also knows it. */
export const CONFIGURATION_EXIT_CODE = 78;

/**
 * Returns the configuration of a process. If the environment is wrong, the process ends at once with {@link CONFIGURATION_EXIT_CODE} and
 * one message that names every problem. The message has no stack, because a stack does not help the person who set the values.
 */
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

  /** The value itself, for the one place that needs it. */
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
