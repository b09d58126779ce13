/** The shortest lease and the shortest time that there are, in seconds. */
export const SHORT_S = 5;

/** A lease that no slow machine outlasts, in seconds. */
export const LONG_S = 3_600;

/** Above what a test takes that waits twice until the service has noticed that a time is over, in milliseconds. */
export const WATCH_TEST_MS_MAX = 150_000;
