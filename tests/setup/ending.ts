import { afterAll } from 'vitest';
import { endStarted } from './started.ts';

// A file that could not be loaded leaves behind what it had started: its own `afterAll` never came.
await endStarted().catch(() => undefined);
// For every file of tests, also where they share what is loaded.
afterAll(endStarted);
