import { afterAll } from 'vitest';
import { endStarted } from './started.ts';

// Loaded before every test file, also with a shared module cache. A file that fails while it is collected runs no `afterAll`: whatever it started is
// stopped here.
await endStarted().catch(console.error);
afterAll(endStarted);
