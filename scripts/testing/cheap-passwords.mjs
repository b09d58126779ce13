/**
 * Preloaded by tests and by the products that they start: nearly every test signs somebody up, and hashes
 * would take a tenth of the processor time. Only scrypt's cost is lower; what is hashed and stored stays.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The lowest that scrypt takes (RFC 7914, section 2). */
const COST = 2;

const { scrypt } = crypto;
crypto.scrypt = (password, salt, keyBytes, options, onDone) =>
  scrypt(password, salt, keyBytes, { ...options, N: COST }, onDone);
// Modules that import `scrypt` by its name are given this one.
syncBuiltinESMExports();
