import type { Day } from '@lobby/shared/kit/dates.ts';
import type { Terms } from '@lobby/shared/modules/contract-annex.ts';

/** Terms in an annex, with the day from which they apply. */
export type AnnexTerms = Terms & { effectiveDate: Day };

/** Terms of a contract on a day, and the next day on which an annex changes area or price. */
export function termsOn(day: Day, first: Terms, annexes: readonly AnnexTerms[]): Terms & { termsChangeOn: Day | null } {
  const terms: Terms & { termsChangeOn: Day | null } = { ...first, termsChangeOn: null };
  for (const annex of annexes.toSorted((a, b) => a.effectiveDate.localeCompare(b.effectiveDate))) {
    // A prolongation replaces end and reminder at once, even before the annex takes effect.
    terms.expiryDate = annex.expiryDate ?? terms.expiryDate;
    terms.remindExpiredDate = annex.remindExpiredDate ?? terms.remindExpiredDate;
    if (annex.effectiveDate <= day) {
      terms.area = annex.area ?? terms.area;
      terms.price = annex.price ?? terms.price;
    } else if (annex.area !== null || annex.price !== null) terms.termsChangeOn ??= annex.effectiveDate;
  }
  return terms;
}
