import type { Request } from 'express';

/** Programs accept any type (or ask for JSON). A browser that opens an address asks for HTML by name. */
export function asksForPage(request: Request): boolean {
  return request.headers.accept?.includes('text/html') === true;
}
