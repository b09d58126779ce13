#!/usr/bin/env node
// The program of a checkout: it runs what `npm run build` has made, packed into few files, since so it starts twice as fast.
await import('../../../dist/bin/svc.mjs');
