/** Where an agent says what happens to it, in whole sentences of English. `console` fits, and so do pino and winston. No secret is ever passed. */
export interface AgentLog {
  /** What is of use only when something is looked for, such as each call that is tried again. */
  debug(message: string): void;
  /** What is nothing to worry about, such as a connection that was lost once. */
  info(message: string): void;
  /** What somebody should look at if it comes often, such as a second try to connect that failed. */
  warn(message: string): void;
  /** What somebody has to mend, such as what a handler throws. */
  error(message: string): void;
}

export const consoleLog: AgentLog = {
  debug: () => {},
  info: () => {},
  warn: (message) => console.warn(`[agent] ${message}`),
  error: (message) => console.error(`[agent] ${message}`),
};
