/** @only-in-all Runs the commands and programs of pages. */
/** @each-shape A reader starts either. */
import { expectFirstSuccess } from '../documents/first-success.js';
import { baseUrl } from './product-under-test.js';

it('the commands of README.md make an agent, start it, and get its answer', () =>
  expectFirstSuccess('README.md', 'echo.mjs', { baseUrl }));
