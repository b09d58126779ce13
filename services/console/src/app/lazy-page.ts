import { lazyRouteComponent } from '@tanstack/react-router';

/** A file that a page needs did not load, because of an update or because the network was away. */
export class MissingPartError extends Error {
  readonly pageName: string;

  constructor(pageName: string, cause: unknown) {
    super(`A part of ${pageName} is missing`, { cause });
    this.name = 'MissingPartError';
    this.pageName = pageName;
  }
}

/** The browsers' messages for a script that did not load, and Vite's for a style sheet. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;
const MISSING_STYLE = /Unable to preload CSS/;

/** Vite asks for a style sheet once in the life of a page. If one was missing, the page may have no styles, so it is not shown. */
let missingStyle: unknown;

/**
 * A page whose files are loaded when they are needed or will probably be needed. If a file is missing, a person who does not open the page
 * notices nothing. A person who opens it gets a `MissingPartError`.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(async () => {
    try {
      if (missingStyle !== undefined) throw missingStyle;
      const module = await load();
      partCame(name);
      return module;
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      if (MISSING_STYLE.test(message)) missingStyle = error;
      throw MISSING.test(message) ? new MissingPartError(name, error) : error;
    }
  }, name);
}

const KEY = 'reloaded-for';

/**
 * Reloads the console once if a part is missing. If the part is still missing then, another reload would not help. A browser that stores
 * nothing is not reloaded, because it would reload for ever.
 */
export function reloadOnce(part: string): void {
  const parts = reloadedFor();
  if (parts.includes(part) || !remember([...parts, part])) return;
  window.location.reload();
}

/** The part has loaded, so the next time that it is missing may reload again. */
function partCame(part: string): void {
  const parts = reloadedFor();
  if (parts.includes(part)) remember(parts.filter((other) => other !== part));
}

function reloadedFor(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}

function remember(parts: readonly string[]): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(parts));
    return true;
  } catch {
    return false;
  }
}
