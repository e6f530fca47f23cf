import type { Day } from '@lobby/shared/kit/dates.ts';
import type { Terms } from '@lobby/shared/modules/contract-annex.ts';

/** What an annex says of the terms of its contract, and from which day. */
export type AnnexTerms = Terms & { effectiveDate: Day };

/** The terms of a contract on a day, and the next day on which an annex changes its area or price. */
export function termsOn(day: Day, first: Terms, annexes: readonly AnnexTerms[]): Terms & { termsChangeOn: Day | null } {
  const terms = { ...first, termsChangeOn: null as Day | null };
  for (const annex of annexes.toSorted((a, b) => a.effectiveDate.localeCompare(b.effectiveDate))) {
    // A contract that was prolonged neither reminds nor ends by its old dates, also before the annex begins.
    terms.expiryDate = annex.expiryDate ?? terms.expiryDate;
    terms.remindExpiredDate = annex.remindExpiredDate ?? terms.remindExpiredDate;
    if (annex.effectiveDate <= day) {
      terms.area = annex.area ?? terms.area;
      terms.price = annex.price ?? terms.price;
    } else if (annex.area !== null || annex.price !== null) terms.termsChangeOn ??= annex.effectiveDate;
  }
  return terms;
}
