/** The address by which others reach the service. The gateway writes it into the page; a page that Vite serves has none, and takes its own. */
export function publicBaseUrl(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="public-base-url"]')?.content ?? '';
  return written === '' ? window.location.origin : written;
}
