#!/usr/bin/env node
// The program of a checkout runs what `npm run build` has packed into few files: that starts twice as fast.
await import('../../../dist/bin/svc.mjs');
