import type { AmountStyle } from '../kit/amount-words.ts';
import { addDays, addMonths, type Day } from '../kit/dates.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { monthPeriod, type Period } from './periods.ts';

/** What a project sets for its billing. */
export interface BillingSettings {
  noticeSendingDay: number;
  paymentDueDay: number;
  debtNoticeDueDay: number;
  interestGraceDays: number;
  /** The first month that is billed here. */
  startMonth: string | null;
  /** From this part of the mean on, in percent, either way, a figure stands out. */
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

/** A day of a month, or its last where it has fewer. */
export function dayOfMonth(month: string, day: number): Day {
  const { end } = monthPeriod(month);
  return `${month}-${String(Math.min(day, Number(end.slice(8)))).padStart(2, '0')}`;
}

/** The first such day of a month after another. */
function firstAfter(after: Day, day: number): Day {
  const month = after.slice(0, 7);
  const own = dayOfMonth(month, day);
  return own > after ? own : dayOfMonth(addMonths(month, 1), day);
}

/** When the notice after another is sent: on the project's first sending day after that one was sent and made. */
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

/** The days of a month's notice: each after the one before it, days beyond a month's end on its last. */
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

/** The days of a notice where some are given: those after a due day that is not the usual one follow it. */
export function noticeDates(settings: BillingSettings, month: string, given: Partial<FeeDates>): FeeDates {
  const usual = feeDates(settings, month);
  const due = given.due ?? usual.due;
  return {
    ...usual,
    ...(due !== usual.due && {
      debtDue: firstAfter(due, settings.debtNoticeDueDay),
      interest: addDays(due, settings.interestGraceDays),
    }),
    ...given,
  };
}

/** Dates that somebody gives, in their order: sending < due < debt due, closing <= due <= interest; each break at its field. */
export function datesInOrder(
  { sending, due, debtDue, closing, interest }: Partial<Record<keyof FeeDates, Day | null>>,
  names: Readonly<Partial<Record<keyof FeeDates, string>>> = {},
): FieldErrors {
  const at = (name: keyof FeeDates) => names[name] ?? name;
  const wrong = (earlier: Day, later: Day) => ({ code: 'FEE_DATES_ORDER', params: { earlier, later } });
  return {
    ...(sending && due && due <= sending && { [at('due')]: wrong(sending, due) }),
    ...(due && debtDue && debtDue <= due && { [at('debtDue')]: wrong(due, debtDue) }),
    ...(closing && due && closing > due && { [at('closing')]: wrong(closing, due) }),
    ...(due && interest && interest < due && { [at('interest')]: wrong(due, interest) }),
  };
}

/** The days of a service's month: the calendar month, or from a day of the month before on. */
export function servicePeriod(
  { firstDay, lastDay }: { firstDay?: number | null; lastDay?: number | null },
  month: string,
): Period {
  if (!firstDay || firstDay === 1 || !lastDay) return monthPeriod(month);
  // A short month before has ended by then: the period begins with this one.
  const first = dayOfMonth(addMonths(month, -1), firstDay);
  const end = dayOfMonth(month, lastDay);
  return { start: first, end };
}

/** When a bill of a notice is to be paid: so many days after it was sent, or on the day of the project. */
export function dueDateOf(settings: BillingSettings, paymentTerm: unknown, noticeMonth: string): Day {
  const { sending, due } = feeDates(settings, noticeMonth);
  return typeof paymentTerm === 'number' ? addDays(sending, paymentTerm) : due;
}

/** The month whose notice tells of a bill: what is paid in advance at once, else the first that is sent after the period's end. */
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
