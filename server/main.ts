import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { resolveSources } from './resolve-sources.ts';

// What was read once, and stripped of its types, is ready for the next start: half of its time. Where it cannot be kept, it starts without.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
resolveSources();
await import('./run.ts');
// Not only at the end: a server may be killed.
flushCompileCache();
