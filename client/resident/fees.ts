import { dayOf, daysBetween } from '@lobby/shared/kit/dates.ts';
import type { unitBills } from '@lobby/shared/modules/bill.contract.ts';
import {
  Bike,
  Building2,
  Car,
  CircleDollarSign,
  Droplets,
  Flame,
  type LucideIcon,
  Percent,
  ReceiptText,
  Trash2,
  Zap,
} from 'lucide-react';
import { useContract } from './data/contract.ts';
import { useSession, zoneNow } from './data/session.ts';
import type { Bill } from './months.ts';
import { day, languageNow, number, t, unitWord } from './words.ts';

const MODULES = ['BILL', 'FEE_NOTICE', 'RECEIPT'];

/** Loads the bills of the home that the household was notified of, newest month first. */
export function useBills() {
  const unitId = useSession()?.home.unitId;
  return useContract<typeof unitBills>('/bill/units/:unitId', unitId && { params: { unitId } }, MODULES);
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  MANAGEMENT: Building2,
  ELECTRICITY: Zap,
  WATER: Droplets,
  GAS: Flame,
  PARKING: Car,
  SANITATION: Trash2,
  OTHER: CircleDollarSign,
};
export function iconOf({ group, createdFor, service }: Pick<Bill, 'group' | 'createdFor' | 'service'>): LucideIcon {
  if (createdFor === 'INTEREST') return Percent;
  if (createdFor === 'DEBT') return ReceiptText;
  // Both are parking services; their names tell them apart.
  if (group === 'PARKING' && /xe (máy|đạp|điện)|moto|bike|scooter/i.test(service)) return Bike;
  return ICONS[group] ?? CircleDollarSign;
}

/** Name of a bill: its service, or the late interest on it. */
export const nameOf = ({ createdFor, service }: Pick<Bill, 'createdFor' | 'service'>): string =>
  createdFor === 'INTEREST' ? t('fees.interestOf', { service }) : service;

const namedMonth = (month: string, year?: 'numeric') =>
  new Intl.DateTimeFormat(languageNow(), { month: 'long', year, timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** `October 2026`; in Vietnamese `10/2026`, after the word for a month. */
export const monthText = (month: string): string =>
  languageNow() === 'vi' ? day(month) : namedMonth(month, 'numeric');
/** `10`, `October`: a month of this year by name, of another year as `10/2025`, `October 2025`. */
export function monthName(month: string): string {
  if (month.slice(0, 4) !== dayOf(new Date(), zoneNow()).slice(0, 4)) return monthText(month);
  return languageNow() === 'vi' ? String(Number(month.slice(5))) : namedMonth(month);
}
/** A month as a title of its own: `Tháng 10/2026`, `October 2026`. */
export const monthTitle = (month: string): string => t('fees.month', { month: monthText(month) });
/** `30/11`. */
export const shortDay = (date: string): string => day(date).slice(0, 5);

/** Days until a date in the building's time zone; negative once it has passed. */
export const daysLeft = (dueDate: string): number => daysBetween(dayOf(new Date(), zoneNow()), dueDate);

/** Urgency of a due date: overdue, within a week, later; null without a date. */
export function urgencyOf(dueDate: string | null): { tone: 'bad' | 'waiting' | null; text: string } | null {
  if (!dueDate) return null;
  const days = daysLeft(dueDate);
  if (days < 0) return { tone: 'bad', text: t('fees.late', { count: -days }) };
  const left = days === 0 ? t('fees.dueToday') : t('fees.daysLeft', { count: days });
  return { tone: days <= 7 ? 'waiting' : null, text: left };
}

/** Details of a bill: `320 kWh · 16/10 – 15/11` and the reason of a correction; for interest, the service it is for. */
export function detailOf(bill: Bill): string {
  const { quantity, unitName, periodStart, periodEnd, adjusted, createdFor, service } = bill;
  const amount = quantity ? [number(quantity), unitWord(unitName, quantity)].filter(Boolean).join('\u00a0') : '';
  const period = periodStart && periodEnd ? `${shortDay(periodStart)} – ${shortDay(periodEnd)}` : '';
  const of = createdFor === 'INTEREST' ? service : amount;
  return [of, adjusted ? (adjusted.reason ?? t('fees.adjusted')) : period].filter(Boolean).join(' · ');
}
