export { CLIENT_ADDRESS_HEADER, createSignIn, PASSWORD_LENGTH } from './sign-in.js';
export type { SignIn, SignInOptions } from './sign-in.js';
export { createUserSessions, sessionProofOf } from './user-sessions.js';
export type { SessionProof, SessionUser, UserSession, UserSessions } from './user-sessions.js';
export { withApiKeys } from './with-api-keys.js';
