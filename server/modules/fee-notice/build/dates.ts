import { type BillingSettings, datesInOrder, type FeeDates, noticeDates } from '@lobby/shared/billing/dates.ts';
import type { feeNotice, NOTICE_DATES } from '@lobby/shared/modules/fee-notice.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { Doc } from '../../../kit/store/records.ts';

type DateFields = Partial<Pick<Doc<typeof feeNotice>, (typeof NOTICE_DATES)[number]>>;
const NAMES = {
  sending: 'sendingDate',
  closing: 'closingDate',
  due: 'dueDate',
  debtDue: 'debtDueDate',
  interest: 'interestDate',
} as const;
const OF = Object.entries(NAMES) as [keyof FeeDates, (typeof NAMES)[keyof FeeDates]][];

/** The dates given in the input. */
export const givenDates = (values: DateFields): Partial<FeeDates> =>
  Object.fromEntries(OF.flatMap(([of, name]) => (typeof values[name] === 'string' ? [[of, values[name]]] : [])));

/** Dates of a notice; a bill due later than the default moves the due date. */
export function datesFor(
  settings: BillingSettings,
  month: string,
  chosen: Partial<FeeDates>,
  firstDue: string | null,
): FeeDates {
  const usual = noticeDates(settings, month, chosen);
  const later = !chosen.due && firstDue && firstDue > usual.due;
  return later ? noticeDates(settings, month, { ...chosen, due: firstDue }) : usual;
}

export const datesAsFields = (dates: FeeDates) => ({
  sendingDate: dates.sending,
  closingDate: dates.closing,
  dueDate: dates.due,
  debtDueDate: dates.debtDue,
  interestDate: dates.interest,
});

/** Requires sending before due before debt due, and closing up to due up to interest. */
export function assertDateOrder(dates: FeeDates): void {
  const wrong = datesInOrder(dates, NAMES);
  if (Object.keys(wrong).length > 0) failFields(wrong, 'FEE_DATES_ORDER');
}

/** Moves a past sending date to today, if that is before the due date. */
export const sentFrom = <T extends Pick<FeeDates, 'sending' | 'due'>>(dates: T, today: string): T =>
  dates.sending < today && today < dates.due ? { ...dates, sending: today } : dates;

/** Refuses sending and due dates in the past. */
export function assertNotPast(dates: Partial<FeeDates>, today: string): void {
  const over = (['sending', 'due', 'debtDue'] as const).filter(of => (dates[of] ?? today) < today);
  const wrong = Object.fromEntries(over.map(of => [NAMES[of], { code: 'FEE_DATE_IN_PAST' }]));
  if (over.length > 0) failFields(wrong, 'FEE_DATE_IN_PAST');
}
