import { ServiceError, TRIGGER_ID_PATTERN } from '@svc/domain';
import type { Triggers, TriggerTarget } from '@svc/store';
import express, { Router } from 'express';
import type { RequestHandler } from 'express';

/** Size of a trigger's payload, in bytes. */
const PAYLOAD_BYTES_MAX = 256 * 1024;

/** `POST /webhook/{trigger_id}` (specification, "Inbound trigger webhook"). The path token is the only credential. */
export function triggerRoute(triggers: Pick<Triggers, 'find'>): Router {
  const router = Router();
  // The payload is any JSON, whatever its content type says; a compressed one could unpack to more than the bound.
  const readPayload = express.raw({ type: () => true, limit: PAYLOAD_BYTES_MAX, inflate: false });
  router.post('/webhook/:trigger_id', readPayload, receiveTrigger(triggers));
  router.all('/webhook/:trigger_id', (_request, response) => {
    response.setHeader('Allow', 'POST');
    throw new ServiceError('method_not_allowed');
  });
  return router;
}

function receiveTrigger(triggers: Pick<Triggers, 'find'>): RequestHandler {
  return async (request) => {
    const target = await findTarget(triggers, String(request.params['trigger_id']));
    if (target === null) throw new ServiceError('not_found');
    if (!target.enabled) throw new ServiceError('task_disabled');
    // Nothing may claim that a run was started which was not: until triggers are accepted together with the tasks that own them, a
    // caller is told to try again later.
    throw new ServiceError('unavailable');
  };
}

/** An id of the wrong form is looked up like any other, so that the time of the answer tells nothing about ids that exist. */
async function findTarget(
  triggers: Pick<Triggers, 'find'>,
  triggerId: string,
): Promise<TriggerTarget | null> {
  let target: TriggerTarget | null;
  try {
    target = await triggers.find(triggerId);
  } catch (cause) {
    throw new ServiceError('unavailable', { cause });
  }
  return TRIGGER_ID_PATTERN.test(triggerId) ? target : null;
}
