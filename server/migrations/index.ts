import { baseline } from './2026-11-30-baseline.ts';
import { cardsHeldForForms } from './2026-11-30-cards-held-for-forms.ts';
import { contentsOfDeposits } from './2026-11-30-contents-of-deposits.ts';
import { feeMonths } from './2026-11-30-fee-months.ts';
import { householdersOfUnits } from './2026-11-30-householders-of-units.ts';
import { keysOfPlates } from './2026-11-30-keys-of-plates.ts';
import { keysOfSeveralFields } from './2026-11-30-keys-of-several-fields.ts';
import { originOfSendings } from './2026-11-30-origin-of-sendings.ts';
import { revisionsOfSendings } from './2026-11-30-revisions-of-sendings.ts';
import { rulesByName } from './2026-11-30-rules-by-name.ts';
import { seriesByCode } from './2026-11-30-series-by-code.ts';
import type { Migration } from './migrate.ts';

/** All migrations, oldest first; new ones are appended. */
export const migrations: readonly Migration[] = [
  baseline,
  originOfSendings,
  revisionsOfSendings,
  rulesByName,
  seriesByCode,
  keysOfPlates,
  cardsHeldForForms,
  contentsOfDeposits,
  feeMonths,
  keysOfSeveralFields,
  householdersOfUnits,
];
