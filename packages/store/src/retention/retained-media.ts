import { rows } from '@svc/database';
import { isUntold, lookStatement } from './look.js';
import type { Retained } from './retained.js';

/**
 * Files, whether or not a message shows them. Their days count from their arrival. They are only marked here; a gateway, which has the disk, removes the
 * file and then the row. The files of a message that its agent has not received are kept.
 */
export const RETAINED_MEDIA: Retained = {
  look: lookStatement({
    kind: 'media',
    table: 'media',
    time: 'x.created_at',
    among: 'x.expired_at IS NULL',
    stays: isUntold('x.message_id'),
  }),
  async remove(client, ids) {
    return { removed: { media: (await rows(client, EXPIRE_MEDIA, [ids])).length }, isWhole: true };
  },
};

export const EXPIRE_MEDIA = {
  name: 'retention-expire-media',
  text: 'UPDATE media SET expired_at = now() WHERE id = ANY ($1::text[]) AND expired_at IS NULL RETURNING 1',
};
