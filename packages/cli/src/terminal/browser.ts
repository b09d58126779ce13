import open from 'open';

/** `null` if it is no web page, whose scheme may start a program, or is of another site than was shown. */
export function pageToOpen(address: string, { shown }: { shown: string }): string | null {
  if (!URL.canParse(address) || !URL.canParse(shown)) return null;
  const page = new URL(address);
  const isWeb = page.protocol === 'https:' || page.protocol === 'http:';
  return isWeb && page.origin === new URL(shown).origin ? page.href : null;
}

export async function openInBrowser(url: string): Promise<void> {
  try {
    const child = await open(url);
    child.on('error', () => {});
    child.unref();
  } catch {
    // No browser: the address is on the screen.
  }
}
