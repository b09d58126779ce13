import type { Logger } from '@svc/runtime';
import type { HubStore } from './ports.js';
import type { Session } from './session.js';

/** Records when keys were used last: when a session begins and when it ends. Nobody waits for it. */
export class KeyUses {
  readonly #agentKeys: Pick<HubStore['agentKeys'], 'noteUse'>;
  readonly #logger: Logger;

  constructor({ store, logger }: { store: Pick<HubStore, 'agentKeys'>; logger: Logger }) {
    this.#agentKeys = store.agentKeys;
    this.#logger = logger;
  }

  note({ key }: Pick<Session, 'key'>): void {
    if (key === null) return;
    this.#agentKeys.noteUse(key.keyId).catch((error: unknown) => {
      this.#logger.warn({ err: error, key_id: key.keyId }, 'could not record the use of a key');
    });
  }
}
