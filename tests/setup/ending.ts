import { afterAll } from 'vitest';
import { endStarted } from './started.ts';

// This is read before every file of tests, also where they share what is loaded. A file that broke while it was collected comes to no
// `afterAll`: what it started must not be in the way of the next one.
await endStarted().catch(console.error);
afterAll(endStarted);
