import { ServiceError } from './errors.js';

/** Decoded size of one image, in bytes (specification, "Limits": about 5 MB). */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

/** A client needs memory for each pixel, however few bytes the image has. `frames`: of all frames together. */
export const IMAGE_PIXELS_MAX = { all: 50_000_000, side: 16_384, frames: 200_000_000 } as const;

export const IMAGES_PER_MESSAGE_MAX = 10;

/** Decoded size of one voice recording, in bytes. */
export const AUDIO_BYTES_MAX = 10 * 1024 * 1024;

/** One file that is neither shown as a picture nor played, in bytes. */
export const FILE_BYTES_MAX = 25 * 1024 * 1024;

/** Files of one sender, a user or an agent, that no message has taken yet, those under way among them. */
export const UPLOADS_PER_SENDER_MAX = 200;

export const UPLOAD_KEPT_HOURS = 24;

/** What is there of it is then removed. The server ends a request much earlier. */
export const UPLOAD_ARRIVAL_MINUTES = 15;

export const CONVERSATIONS_PINNED_MAX = 50;

export const FRAME_BYTES_MAX = 8 * 1024 * 1024;

export const PAGE_SIZE = { min: 1, max: 100, default: 50 } as const;

/** Length of a task's prompt, in code points. */
export const TASK_PROMPT_LENGTH_MAX = 32_768;

/** Prompts of all tasks of one agent, in bytes: a list of tasks shows all of them to who asks for no page. */
export const PROMPT_BYTES_PER_AGENT_MAX = 8 * 1024 * 1024;

/** Length of one context block's text, in code points. */
export const CONTEXT_TEXT_LENGTH_MAX = 65_536;

export const CONTEXT_BLOCKS_PER_RUN_MAX = 1_000;

/** Text of all context blocks of one run, in bytes: they are read together. */
export const CONTEXT_BYTES_PER_RUN_MAX = 4 * 1024 * 1024;

export const PENDING_TRIGGERS_PER_POLL_MAX = 100;

/** Triggers of one task that wait for its agent, where nothing else is set. */
export const TRIGGERS_WAITING_MAX_DEFAULT = 10_000;

/** How long a polled trigger is kept from other polls, in milliseconds. */
export const TRIGGER_LEASE_MS = 5 * 60_000;

/** Invitations of one user that are neither used nor expired. */
export const INVITATIONS_OPEN_PER_USER_MAX = 10;

export const INVITATION_SECONDS = { min: 3_600, max: 2_592_000, default: 604_800 } as const;

/** How long a heartbeat may take a run on lease, in seconds. */
export const LEASE_SECONDS = { min: 5, max: 3_600 } as const;

export const RETRY_BACKOFF_SECONDS_DEFAULT = 30;

/** Text of a message that grows, in bytes of UTF-8. */
export const STREAM_TEXT_BYTES_MAX = 65_536;

export const STREAM_MS_MAX = 600_000;

/** Messages of one agent that grow at once, in all processes. */
export const STREAMS_PER_AGENT_MAX = 16;

/** Messages of all agents of one person that grow at once, in one process. */
export const STREAMS_PER_OWNER_MAX = 64;

/** The text so far is written, and its sender says that it is there, at least this often. */
export const STREAM_BEAT_MS = 3_000;

/** A message that grows counts as cut off when its sender has said nothing for so long, in milliseconds. */
export const STREAM_SILENT_MS_MAX = 10_000;

/** Replays of one agent that are not at their end; one of them is under way, the others wait for it. */
export const REPLAYS_OPEN_MAX = 5;

/** Replays of one agent that are kept, the newest. */
export const REPLAYS_KEPT_MAX = 20;

/** Events that a replay sends in a second: the most, and where nothing else is asked for. */
export const REPLAY_RATE = { max: 50, default: 5 } as const;

/** How many things there may be, by the name under which an answer names them. 0 is as many as there are. */
export type Quotas = Record<QuotaName, number>;

export type QuotaName = keyof typeof QUOTAS;

interface Quota {
  default: number;
  /** A statement counts up to the quota and no further, so the largest value to set keeps a count short. */
  max: number;
  /** With a `#` for the number. */
  says: string;
}

const [GIB, PIB] = [1024 ** 3, 1024 ** 5];

export const QUOTAS = {
  agents_per_user: { default: 1_000, max: 100_000, says: 'A user has at most # agents' },
  tasks_per_agent: { default: 1_000, max: 100_000, says: 'An agent has at most # tasks' },
  conversations_per_user: { default: 100_000, max: 1_000_000, says: 'A user has at most # conversations' },
  rules_per_user: { default: 10_000, max: 100_000, says: 'A user has at most # always-allow rules' },
  events_waiting_per_agent: { default: 10_000, max: 1_000_000, says: 'At most # events wait for an agent' },
  triggers_waiting_per_agent: {
    default: 100_000,
    max: 1_000_000,
    says: 'At most # triggers wait for an agent',
  },
  trigger_bytes_waiting_per_agent: {
    ...{ default: GIB, max: PIB, says: 'The triggers that wait for an agent have at most # bytes' },
  },
  media_bytes_per_user: { default: 5 * GIB, max: PIB, says: 'The files of a user have at most # bytes' },
  // Half of the user's, so that one agent leaves room for the others and for the user.
  media_bytes_per_agent: {
    ...{ default: 2.5 * GIB, max: PIB, says: 'The files that an agent sends have at most # bytes' },
  },
  // No setting.
  uploads_waiting_per_sender: {
    ...{ default: UPLOADS_PER_SENDER_MAX, max: UPLOADS_PER_SENDER_MAX },
    says: 'At most # files of a sender wait for a message',
  },
} as const satisfies Record<string, Quota>;

export const QUOTA_DEFAULTS: Quotas = Object.fromEntries(
  Object.entries(QUOTAS).map(([name, quota]) => [name, quota.default]),
) as Quotas;

/** Capacity comes when something is deleted or received, so a caller need not try every second. */
const QUOTA_RETRY_AFTER_S = 60;

export function quotaExceeded<Name extends QuotaName>(name: Name, quotas: Pick<Quotas, Name>): ServiceError {
  const detail = `${QUOTAS[name].says.replace('#', String(quotas[name]))} (${name})`;
  return new ServiceError('quota_exceeded', { detail, retryAfterSeconds: QUOTA_RETRY_AFTER_S });
}
