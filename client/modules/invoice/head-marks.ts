import type { Row } from '../../kit/base/matches.ts';

/** Words under the title of an invoice: `bad` why it was refused, `waiting` what the office, or a bill, asks somebody to do. */
interface HeadNote {
  tone: 'bad' | 'waiting';
  /** What the office says; null where our own words say it. */
  said: string | null;
}

/** How far an invoice is on its way and what the tax office says, and what is to be known before all else. */
export function headMarks({ syncStatus, taxStatus, toAdjust, refusal }: Row): {
  states: { name: 'syncStatus' | 'taxStatus'; value: string }[];
  notes: HeadNote[];
} {
  // That it asks to look at it again is no refusal.
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
