import { baseline } from './2026-11-30-baseline.ts';
import type { Migration } from './migrate.ts';

/** All migrations, oldest first; a new one stands at the end. */
export const migrations: readonly Migration[] = [baseline];
