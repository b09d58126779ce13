/** Where the receiver takes requests and never answers. */
export const HANGING_PATH = '/hang';
