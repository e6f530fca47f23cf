import { afterAll } from 'vitest';
import { endStarted } from './started.ts';

// For every file of tests, also where they share what is loaded.
afterAll(endStarted);
