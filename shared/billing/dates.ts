import type { AmountStyle } from '../kit/amount-words.ts';
import { addDays, addMonths, type Day, monthOf } from '../kit/dates.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { monthPeriod, type Period } from './periods.ts';

/** Billing settings of a project. */
export interface BillingSettings {
  noticeSendingDay: number;
  paymentDueDay: number;
  debtNoticeDueDay: number;
  interestGraceDays: number;
  /** The first month billed in this system. */
  startMonth: string | null;
  /** Deviation from the mean, in percent, from which a value is flagged as an outlier. */
  outlierPercent: number;
  amountWords: AmountStyle;
}

export const BILLING_DEFAULTS: BillingSettings = {
  noticeSendingDay: 1,
  paymentDueDay: 15,
  debtNoticeDueDay: 25,
  interestGraceDays: 0,
  startMonth: null,
  outlierPercent: 30,
  amountWords: { odd: 'linh', four: 'tư', thousand: 'nghìn', even: 'off' },
};

/** A day of a month, or the month's last day if it is shorter. */
export function dayOfMonth(month: string, day: number): Day {
  const { end } = monthPeriod(month);
  return `${month}-${String(Math.min(day, Number(end.slice(8)))).padStart(2, '0')}`;
}

/** The first occurrence of a day of the month after another day. */
function firstAfter(after: Day, day: number): Day {
  const month = monthOf(after);
  const sameMonth = dayOfMonth(month, day);
  return sameMonth > after ? sameMonth : dayOfMonth(addMonths(month, 1), day);
}

/** Sending day of the next notice: the project's first sending day after the previous notice was made and sent. */
export function nextSending(
  { noticeSendingDay }: Pick<BillingSettings, 'noticeSendingDay'>,
  { day, sendingDate }: { day: Day; sendingDate?: Day | null },
): Day {
  return firstAfter(sendingDate && sendingDate > day ? sendingDate : day, noticeSendingDay);
}

export interface FeeDates {
  sending: Day;
  closing: Day;
  due: Day;
  debtDue: Day;
  interest: Day;
}

/** Dates of a month's notice, each after the previous one; days beyond a month's end fall on its last day. */
export function feeDates(
  settings: Pick<BillingSettings, 'noticeSendingDay' | 'paymentDueDay' | 'debtNoticeDueDay' | 'interestGraceDays'>,
  month: string,
): FeeDates {
  const sending = dayOfMonth(month, settings.noticeSendingDay);
  const due = firstAfter(sending, settings.paymentDueDay);
  return {
    sending,
    closing: addDays(sending, -1),
    due,
    debtDue: firstAfter(due, settings.debtNoticeDueDay),
    interest: addDays(due, settings.interestGraceDays),
  };
}

/** Dates of a notice, some of them given: dates after an unusual due date are recomputed from it. */
export function noticeDates(settings: BillingSettings, month: string, dates: Partial<FeeDates>): FeeDates {
  const usual = feeDates(settings, month);
  const due = dates.due ?? usual.due;
  return {
    ...usual,
    ...(due !== usual.due && {
      debtDue: firstAfter(due, settings.debtNoticeDueDay),
      interest: addDays(due, settings.interestGraceDays),
    }),
    ...dates,
  };
}

/** Checks the order of given dates: sending < due < debt due, closing <= due <= interest. Errors are reported by field. */
export function datesInOrder(
  { sending, due, debtDue, closing, interest }: Partial<Record<keyof FeeDates, Day | null>>,
  names: Readonly<Partial<Record<keyof FeeDates, string>>> = {},
): FieldErrors {
  const at = (name: keyof FeeDates) => names[name] ?? name;
  const wrong = (earlier: Day, later: Day) => ({ code: 'FEE_DATES_ORDER', params: { earlier, later } });
  return {
    ...(sending && due && due <= sending && { [at('due')]: wrong(sending, due) }),
    ...(due && debtDue && debtDue <= due && { [at('debtDue')]: wrong(due, debtDue) }),
    // The due date is the one that people choose.
    ...(closing && due && closing > due && { [at('due')]: wrong(closing, due) }),
    ...(due && interest && interest < due && { [at('interest')]: wrong(due, interest) }),
  };
}

/** The period of a service's month: the calendar month, or one that starts on a day of the previous month. */
export function servicePeriod(
  { firstDay, lastDay }: { firstDay?: number | null; lastDay?: number | null },
  month: string,
): Period {
  if (!firstDay || firstDay === 1 || !lastDay) return monthPeriod(month);
  // The previous month is too short to have that day, so the period starts with this month.
  const first = dayOfMonth(addMonths(month, -1), firstDay);
  const end = dayOfMonth(month, lastDay);
  return { start: first, end };
}

/** Due date of a bill: some days after its notice is sent, or the project's payment day. */
export function dueDateOf(settings: BillingSettings, paymentTerm: unknown, noticeMonth: string): Day {
  const { sending, due } = feeDates(settings, noticeMonth);
  return typeof paymentTerm === 'number' ? addDays(sending, paymentTerm) : due;
}

/** The month whose notice includes a bill: prepaid ones at once, others with the first notice sent after the period's end. */
export function noticeMonthOf(
  type: unknown,
  month: string,
  periodEnd: Day,
  settings: Pick<BillingSettings, 'noticeSendingDay'>,
): string {
  if (type === 'PREPAID') return month;
  let notice = month;
  while (dayOfMonth(notice, settings.noticeSendingDay) <= periodEnd) notice = addMonths(notice, 1);
  return notice;
}
