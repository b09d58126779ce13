import { lazyRouteComponent } from '@tanstack/react-router';
import { partCame } from './reload-once.ts';

/** A file of the console that a page needs did not come, as after an update, or when the network was away. */
export class MissingPartError extends Error {
  readonly pageName: string;

  constructor(pageName: string, cause: unknown) {
    super(`A part of ${pageName} is missing`, { cause });
    this.name = 'MissingPartError';
    this.pageName = pageName;
  }
}

/** What browsers say of a script that did not come, and Vite of a style sheet. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;
const MISSING_STYLE = /Unable to preload CSS/;

/** Vite asks for a style sheet once in the life of a page, so no page may be shown after one was missing: it might be bare. */
let missingStyle: unknown;

/**
 * A page whose files are fetched when it is needed or likely to be. Where one is missing, whoever only thought of the page notices
 * nothing, and whoever goes there meets a `MissingPartError`.
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
