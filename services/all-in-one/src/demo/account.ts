import { isLoopbackOnly, newPassword, OPEN_PASSWORD } from './demo-password.js';
import type { Reach } from './demo-password.js';
import { removeDemoRecord, writeDemoRecord } from './demo-record.js';
import type { DemoRecord } from './demo-record.js';
import { RefusedCall } from './json-call.js';
import { UserApi } from './user-api.js';
import type { Login } from './user-api.js';

export const DEMO_EMAIL = 'demo@example.com';
const DEMO_NAME = 'Demo';

/** Why there is no demo user. The message is for the person who started the product. */
export class DemoUnavailable extends Error {
  override readonly name = 'DemoUnavailable';
}

export interface AccountOptions {
  baseUrl: string;
  dataDir: string;
  reach: Reach;
  /** What an earlier start left. */
  record: DemoRecord | null;
  signal: AbortSignal;
}

export interface Account {
  user: UserApi;
  record: DemoRecord;
}

/** Signs the demo user in, and signs it up first if there is none. @throws DemoUnavailable */
export async function enterAccount(options: AccountOptions): Promise<Account> {
  const { record } = options;
  if (record === null || record.userId === null) return signUp(options);
  const secured = await securedRecord(record, options);
  const user = (await signIn(secured, options)) ?? (await signInAfterChange(secured, options));
  if (user === null) {
    throw new DemoUnavailable(
      'The password of the demo user was changed, so the demo stays away. DEMO=off removes the user and all that is its own.',
    );
  }
  return { user, record: secured };
}

/**
 * Replaces the password that everybody knows, and so ends the sessions that were opened with it. Does nothing if there is no account, or its
 * password is another one.
 */
export async function closeAccount(options: AccountOptions): Promise<void> {
  if (options.record === null) return;
  await signInAfterChange(await securedRecord(options.record, options), options);
}

async function signUp(options: AccountOptions): Promise<Account> {
  const { baseUrl, dataDir, reach, signal } = options;
  const record: DemoRecord = options.record ?? {
    email: DEMO_EMAIL,
    password: isLoopbackOnly(reach) ? OPEN_PASSWORD : newPassword(),
    createdAt: new Date().toISOString(),
    userId: null,
    agents: {},
    isFurnished: false,
  };
  if (options.record === null) await writeDemoRecord(dataDir, record);
  let user: UserApi;
  try {
    user = await UserApi.signUp(baseUrl, { ...loginOf(record), name: DEMO_NAME }, signal);
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    const own = await adopted(options, record);
    if (own === null) throw unavailable(error);
    user = own;
  }
  const entered = { ...record, userId: user.userId };
  await writeDemoRecord(dataDir, entered);
  return { user, record: entered };
}

/** The account of an earlier start that ended before it could write the account's id down. Accounts of others are left alone. */
async function adopted(options: AccountOptions, record: DemoRecord): Promise<UserApi | null> {
  const user = options.record === null ? null : await signIn(record, options);
  if (user === null) await removeDemoRecord(options.dataDir);
  return user;
}

function unavailable(refusal: RefusedCall): DemoUnavailable {
  if (refusal.status === 403) {
    return new DemoUnavailable(
      'SIGN_UP is closed, so the demo cannot make its user. Start once with SIGN_UP=open, or set DEMO=off.',
    );
  }
  return new DemoUnavailable(
    `The demo user ${DEMO_EMAIL} could not be made: ${refusal.message}. Is there an account of this address?`,
    { cause: refusal },
  );
}

/**
 * A password that everybody knows must not stay if other machines can reach the product. The new password is written down before it is set,
 * so that a start that ends in between locks nobody out.
 */
async function securedRecord(record: DemoRecord, { dataDir, reach }: AccountOptions): Promise<DemoRecord> {
  if (isLoopbackOnly(reach) || record.password !== OPEN_PASSWORD) return record;
  const secured = { ...record, password: newPassword() };
  await writeDemoRecord(dataDir, secured);
  return secured;
}

/** If the password that was written down is not set yet, the open one still is. */
async function signInAfterChange(record: DemoRecord, options: AccountOptions): Promise<UserApi | null> {
  if (record.password === OPEN_PASSWORD) return null;
  const user = await signIn({ ...record, password: OPEN_PASSWORD }, options);
  if (user === null) return null;
  // It ends all other sessions, and possibly this one.
  await user.changePassword({ from: OPEN_PASSWORD, to: record.password });
  return signIn(record, options);
}

function signIn(record: DemoRecord, { baseUrl, signal }: AccountOptions): Promise<UserApi | null> {
  return UserApi.signIn(baseUrl, loginOf(record), signal);
}

function loginOf({ email, password }: DemoRecord): Login {
  return { email, password };
}
