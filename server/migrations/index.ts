import { baseline } from './2026-11-30-baseline.ts';
import type { Migration } from './migrate.ts';

/** All migrations, oldest first; new ones are appended. */
export const migrations: readonly Migration[] = [baseline];
