/** The pattern that matches exactly this action: stars and backslashes in it stand for themselves. */
export function exactPattern(action: string): string {
  return action.replace(/[\\*]/g, '\\$&');
}
