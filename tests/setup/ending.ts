import { afterAll } from 'vitest';
import { endAll } from './server.ts';

afterAll(endAll);
