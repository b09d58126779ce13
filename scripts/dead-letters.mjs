/** `npm run dead-letters -- list`: looks at poison messages, sends them on their way again, or drops them. In the image: `node bin/dead-letters.mjs`. */
import { prepare } from './preparation/prepare.mjs';

await prepare();
await import('../packages/standalone/dist/dead-letters-main.js');
