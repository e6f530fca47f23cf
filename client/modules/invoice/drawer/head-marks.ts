import type { invoice } from '@lobby/shared/modules/invoice.ts';
import type { RecordOf } from '../../../kit/base/matches.ts';

/**
 * Note under an invoice's title. `bad`: reason of a rejection; `waiting`: a request by the tax office, or a bill to
 * adjust.
 */
interface HeadNote {
  tone: 'bad' | 'waiting';
  /** Text of the tax office; null where the note has words of its own. */
  said: string | null;
}

/** States and notes in the head of an invoice. */
export function headMarks({ syncStatus, taxStatus, toAdjust, refusal }: RecordOf<typeof invoice>): {
  states: { name: 'syncStatus' | 'taxStatus'; value: string }[];
  notes: HeadNote[];
} {
  // A review request is not a rejection.
  const tone = taxStatus === 'UNDER_REVIEW' ? 'waiting' : 'bad';
  return {
    states: [
      { name: 'syncStatus', value: String(syncStatus) },
      { name: 'taxStatus', value: String(taxStatus) },
    ],
    notes: [
      ...(toAdjust === true ? [{ tone: 'waiting' as const, said: null }] : []),
      ...(typeof refusal === 'string' && refusal !== '' ? [{ tone, said: refusal } as const] : []),
    ],
  };
}
