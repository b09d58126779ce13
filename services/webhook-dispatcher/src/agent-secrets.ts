import type { SecretBox } from '@svc/domain';

/** Secrets that are kept open, at most. */
const OPEN_SECRETS_MAX = 10_000;

/** Opens agents' sealed secrets, and keeps those used last, since unsealing costs more than signing. */
export class AgentSecrets {
  readonly #box: Pick<SecretBox, 'open'>;
  /** By agent and sealed form, so that a rotated secret is another one. Least recently used first. */
  readonly #open = new Map<string, string>();

  constructor(box: Pick<SecretBox, 'open'>) {
    this.#box = box;
  }

  /** @throws SealingKeyMissingError and Error as `SecretBox.open` does. */
  unseal({ agentId, secretSealed }: { agentId: string; secretSealed: Buffer }): string {
    const key = `${agentId} ${secretSealed.toString('latin1')}`;
    const place = { column: 'agent.secret_sealed', rowId: agentId } as const;
    const secret = this.#open.get(key) ?? this.#box.open(secretSealed, place);
    this.#open.delete(key);
    this.#open.set(key, secret);
    if (this.#open.size > OPEN_SECRETS_MAX) {
      const [oldest] = this.#open.keys();
      if (oldest !== undefined) this.#open.delete(oldest);
    }
    return secret;
  }
}
