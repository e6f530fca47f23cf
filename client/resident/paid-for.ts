import { monthText } from './fees.ts';
import { t, when } from './words.ts';

const CODE = /^[A-Z]+-\d{4}-\d+$/;

interface Paid {
  bills: readonly { service: string; month: string }[];
  booking: { amenity: string; startAt: string | null } | null;
  deposit: boolean;
  content: string | null;
  code: string | null;
}

/** What a receipt paid: its service and month, the fees of its months, the amenity and hour; else the words of staff. */
export function paidFor({ bills, booking, deposit, content, code }: Paid): string {
  const [services, months] = [new Set(bills.map(({ service }) => service)), new Set(bills.map(({ month }) => month))];
  const [service] = services;
  const [last] = months;
  const first = [...months].at(-1);
  if (first && last) {
    const span = first === last ? monthText(last) : `${monthText(first)} – ${monthText(last)}`;
    return service && services.size === 1
      ? t('fees.ofMonth', { service, month: span })
      : t('home.feesOf', { month: span });
  }
  if (booking) return [booking.amenity, booking.startAt && when(booking.startAt)].filter(Boolean).join(', ');
  // The code of a form says nothing.
  if (deposit && (!content || CODE.test(content))) return t('fees.depositPaid');
  return content || code || '';
}
