/** @waits-for-real-time Leases and silences have to end. */
import { join } from 'node:path';
import { holdToScenarios } from '../agent-kit/conformance.js';
import { baseUrl } from '../spec/product-under-test.js';

const SUBJECT = join(import.meta.dirname, '../../packages/agent-python/tests/conformance/subject.py');

describe('An agent that is made with svc_agent', () => {
  holdToScenarios([process.env['TEST_PYTHON'] ?? 'python3', SUBJECT], baseUrl);
});
