/** `npm run build`: installs and builds what changed, and starts nothing. */
import { prepare } from './preparation/prepare.mjs';

await prepare();
