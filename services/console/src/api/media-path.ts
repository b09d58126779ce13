/** Under this page's own origin, whatever address the service is configured with. Other URLs stay. */
export function mediaPath(url: string): string {
  const path = pathOf(url);
  return path?.startsWith('/media/') === true ? path : url;
}

/** Of a picture of a message: it is upright, and so small that any device can show many. */
export function previewPath(path: string): string {
  return `${path}?preview`;
}

/** The same of a link to a private file, which opens it for every reader; `null` of any other URL. */
export function linkedMediaPath(url: string): string | null {
  const path = pathOf(url);
  return path !== null && LINKED_MEDIA.test(path) ? path : null;
}

/** `/media/<end>.<signature>/<file>` */
const LINKED_MEDIA = /^\/media\/\d+\.[\w-]+\/[\w-]+\.[a-z0-9]+$/;

/** Normalised, so `..` in it has gone. */
function pathOf(url: string): string | null {
  return URL.canParse(url, ANY_ORIGIN) ? new URL(url, ANY_ORIGIN).pathname : null;
}

const ANY_ORIGIN = 'http://localhost';
