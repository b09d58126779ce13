/** Decoded size of one image, in bytes (specification, "Limits": about 5 MB). */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

/** Images in one user message. */
export const IMAGES_PER_MESSAGE_MAX = 10;

/** Decoded size of one voice recording, in bytes. */
export const AUDIO_BYTES_MAX = 10 * 1024 * 1024;

/** Files of one sender, a user or an agent, that no message has taken yet, those under way among them. */
export const UPLOADS_PER_SENDER_MAX = 200;

/** How long such a file waits for a message, in hours. */
export const UPLOAD_KEPT_HOURS = 24;

/** How long a file may take to come before what is there of it is removed, in minutes. The server ends a request much earlier. */
export const UPLOAD_ARRIVAL_MINUTES = 15;

/** Length of a message's text, in UTF-16 code units. */
export const MESSAGE_TEXT_LENGTH_MAX = 32_768;

/** Size of one socket frame from an agent, in bytes. */
export const FRAME_BYTES_MAX = 8 * 1024 * 1024;

/** Length of a run's summary, in code points, as JSON Schema counts (specification, "Limits"). */
export const RUN_SUMMARY_LENGTH_MAX = 1_000;

/** Page size of a list: smallest, largest and default. */
export const PAGE_SIZE = { min: 1, max: 100, default: 50 } as const;

/** Length of a task's name, in code points. */
export const TASK_NAME_LENGTH_MAX = 200;

/** Length of a task's prompt, in code points. */
export const TASK_PROMPT_LENGTH_MAX = 32_768;

/** Prompts of all tasks of one agent, in bytes: lists of tasks have no pages. */
export const PROMPT_BYTES_PER_AGENT_MAX = 8 * 1024 * 1024;

/** Length of one context block's text, in code points. */
export const CONTEXT_TEXT_LENGTH_MAX = 65_536;

/** Context blocks of one run. */
export const CONTEXT_BLOCKS_PER_RUN_MAX = 1_000;

/** Text of all context blocks of one run, in bytes: they are read together. */
export const CONTEXT_BYTES_PER_RUN_MAX = 4 * 1024 * 1024;

/** Pending triggers that one poll takes at most. */
export const PENDING_TRIGGERS_PER_POLL_MAX = 100;

/** Triggers of one task that wait for its agent, where nothing else is set. */
export const TRIGGERS_WAITING_MAX_DEFAULT = 10_000;

/** How long a polled trigger is kept from other polls, in milliseconds. */
export const TRIGGER_LEASE_MS = 5 * 60_000;

/** Invitations of one user that are neither used nor expired. */
export const INVITATIONS_OPEN_PER_USER_MAX = 10;

/** How long an invitation may be used, in seconds: an hour at least, 30 days at most. */
export const INVITATION_SECONDS = { min: 3_600, max: 2_592_000, default: 604_800 } as const;
