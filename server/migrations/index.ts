import { baseline } from './2026-11-30-baseline.ts';
import { feeMonths } from './2026-11-30-fee-months.ts';
import { originOfSendings } from './2026-11-30-origin-of-sendings.ts';
import { revisionsOfSendings } from './2026-11-30-revisions-of-sendings.ts';
import type { Migration } from './migrate.ts';

/** All migrations, oldest first; new ones are appended. */
export const migrations: readonly Migration[] = [baseline, originOfSendings, revisionsOfSendings, feeMonths];
