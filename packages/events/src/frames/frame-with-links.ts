import type { MediaLinks } from '@svc/domain';
import type { UserMessageEvent } from '@svc/proto-events';

/** How the text of a message begins that may have files. {@link userMessageFrame} writes the type first. */
const BEGIN = '{"type":"user_message",';

/**
 * The text of an event with links that open its files. Events are stored without signatures, so that each time that one is sent its links begin
 * anew. Any other event stays as it is.
 */
export function frameWithLinks(frame: string, links: Pick<MediaLinks, 'forAgent'>): string {
  if (!frame.startsWith(BEGIN) || !frame.includes('/media/')) return frame;
  const event = JSON.parse(frame) as UserMessageEvent;
  const linked = (url: string): string => links.forAgent(url);
  return JSON.stringify({
    ...event,
    image_url: event.image_url === null ? null : linked(event.image_url),
    image_urls: event.image_urls?.map(linked) ?? null,
    audio_url: event.audio_url === null ? null : linked(event.audio_url),
    ...(event.files !== undefined && {
      files: event.files.map((file) => ({ ...file, url: linked(file.url) })),
    }),
  });
}
