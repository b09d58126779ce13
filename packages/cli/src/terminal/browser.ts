import open from 'open';

/**
 * The address to open that a service has given beside the one that the person was shown. `null` if it is no web page, or belongs to another site:
 * other schemes start other programs, and the person would be somewhere else than the screen says.
 */
export function pageToOpen(address: string, { shown }: { shown: string }): string | null {
  if (!URL.canParse(address) || !URL.canParse(shown)) return null;
  const page = new URL(address);
  const isWeb = page.protocol === 'https:' || page.protocol === 'http:';
  return isWeb && page.origin === new URL(shown).origin ? page.href : null;
}

/** Opens a page in the person's browser, where there is one. The person has been shown the address, so it does not matter if there is none. */
export async function openInBrowser(url: string): Promise<void> {
  try {
    const child = await open(url);
    child.on('error', () => {});
    child.unref();
  } catch {
    // No browser: the address is on the screen.
  }
}
