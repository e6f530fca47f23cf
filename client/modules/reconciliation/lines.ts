import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { Tone } from '@lobby/shared/kit/definition.ts';
import type { FoundRow, reconciliationLines } from '@lobby/shared/modules/reconciliation.contract.ts';
import type { CheckState } from '@lobby/shared/modules/reconciliation.ts';

/** Result of a check. */
export type Line = AnswerOf<typeof reconciliationLines>[number];

export const TONES: Readonly<Record<CheckState, Tone>> = {
  RED: 'bad',
  KNOWN: 'going',
  EMPTY: 'ended',
  NOT_RUN: 'waiting',
  GREEN: 'done',
  NOT_IN_USE: 'ended',
};

/** Path by kind of record; numbers and methods have none. */
const PLACES: Readonly<Record<string, string>> = {
  entry: 'statistics/journal?id=',
  unit: 'units?id=',
  bill: 'bill-list?tab=all&id=',
  receipt: 'receipt?tab=all&id=',
  service: 'configs-services?id=',
  fund: 'configs-funds?id=',
  lock: 'configs-data-lock-date?id=',
  line: 'bank-statement?tab=all&id=',
  order: 'online-transaction?tab=all&id=',
  invoice: 'billing/invoice?tab=all&id=',
  promise: 'debt-tracking?part=promises&id=',
};
export const placeOf = ({ of, id }: FoundRow): string | null => (PLACES[of] ? `${PLACES[of]}${id}` : null);
