export { CLIENT_ADDRESS_HEADER, createSignIn, withApiKeys } from './sign-in.js';
export type { SignIn } from './sign-in.js';
export { sessionProofOf } from './user-sessions.js';
export type { SessionProof, SessionUser, UserSession, UserSessions } from './user-sessions.js';
