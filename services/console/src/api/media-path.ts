/**
 * The path of a media file under this page's own origin, whatever address the service has in its configuration. Any other URL stays as it
 * is.
 */
export function mediaPath(url: string): string {
  if (!URL.canParse(url, window.location.href)) return url;
  const { pathname } = new URL(url, window.location.href);
  return pathname.startsWith('/media/') ? pathname : url;
}

/** Of a picture of a message: it is upright, and so small that any device can show many. */
export function previewPath(path: string): string {
  return `${path}?preview`;
}
