import type { KeyState } from '@svc/domain';

/** A key as the person sees it who has made it. Nobody sees its text again. */
export interface KeyRecord {
  keyId: string;
  name: string;
  state: KeyState;
  createdAt: Date;
  revokedAt: Date | null;
  /** To the minute; `null` if it was never used. */
  lastUsedAt: Date | null;
}
