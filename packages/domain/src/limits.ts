/** Decoded size of one image, in bytes (specification, "Limits": about 5 MB). */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

/** Images in one user message. */
export const IMAGES_PER_MESSAGE_MAX = 10;

/** Decoded size of one voice recording, in bytes. */
export const AUDIO_BYTES_MAX = 10 * 1024 * 1024;

/** Length of a message's text, in UTF-16 code units. */
export const MESSAGE_TEXT_LENGTH_MAX = 32_768;

/** Size of one socket frame from an agent, in bytes. */
export const FRAME_BYTES_MAX = 8 * 1024 * 1024;

/** Length of a run's summary (specification, "Limits"). */
export const RUN_SUMMARY_LENGTH_MAX = 1_000;

/** Page size of a list: smallest, largest and default. */
export const PAGE_SIZE = { min: 1, max: 100, default: 50 } as const;
