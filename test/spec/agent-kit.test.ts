/** @only-in-all Every scenario of the package, which takes long. */
/** @waits-for-real-time Leases and silences have to end. */
/** @each-shape The package meets hubs, gateways and dispatchers. */
import { join } from 'node:path';
import { holdToScenarios } from '../agent-kit/conformance.js';
import { baseUrl } from './product-under-test.js';

const SUBJECT = join(import.meta.dirname, '../../packages/agent/tests/conformance/subject.mjs');

describe('An agent that is made with @svc/agent', () => {
  holdToScenarios([process.execPath, SUBJECT], baseUrl);
});
