/**
 * Preloaded by the tests of a run and by the products that they start: a hash of a password costs next to nothing. Otherwise the hashes take a tenth of the
 * processor time of all tests, since nearly every test signs somebody up. Only scrypt's cost is lower; what is hashed, stored and compared stays the same.
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
