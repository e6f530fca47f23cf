import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Row } from '../../../kit/base/matches.ts';

/** Parts of a booking payment; each is paid in full once and refunded once. */
export const PARTS = ['FEE', 'SURCHARGE', 'DEPOSIT'] as const;
export type Part = (typeof PARTS)[number];

const NAMES = { FEE: 'Fee', SURCHARGE: 'Surcharge', DEPOSIT: 'Deposit' } as const;
const ACTS = {
  FEE: { pay: 'pay-manual-fee', refund: 'refund-fee' },
  SURCHARGE: { pay: 'pay-manual-surcharge', refund: 'refund-surcharge' },
  DEPOSIT: { pay: 'pay-manual-deposit', refund: 'refund-deposits' },
} as const;

/** Voucher of a part: receipt, deposit or payslip. */
export interface Slip {
  to: 'receipt' | 'deposit' | 'payslip';
  id: string;
  number: string;
}

/** State of one part, amounts in VND. */
export interface PartState {
  part: Part;
  cost: number;
  paid: number;
  due: number;
  refunded: number;
  kept: number;
  state: 'none' | 'unpaid' | 'paid' | 'due' | 'refunded';
  slips: Slip[];
  /** The possible action; null if there is none. */
  act: keyof typeof utilityBooking.actions | null;
}

const amount = (value: unknown) => (typeof value === 'number' ? value : 0);
const linesOf = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);

function slipsOf(row: Row, part: Part): Slip[] {
  const lines = [...linesOf(row.payments), ...linesOf(row.refunds)].filter(line => line.part === part);
  return lines.flatMap(line => {
    // A deposit links to its receipt; older ones without a receipt link to the deposit itself.
    const to = (['receipt', 'deposit', 'payslip'] as const).find(name => typeof line[`${name}Id`] === 'string');
    return to ? [{ to, id: String(line[`${to}Id`]), number: String(line.number ?? '') }] : [];
  });
}

/** Cost, payment, refund and next action of each part of a booking. */
export function partsOf(row: Row): PartState[] {
  const allowed = (name: keyof typeof utilityBooking.actions) =>
    (utilityBooking.actions[name].from as readonly string[]).includes(String(row.status));
  return PARTS.map(part => {
    const name = NAMES[part];
    const [cost, paid] = [amount(row[part.toLowerCase()]), amount(row[`paid${name}`])];
    const kept = part === 'DEPOSIT' ? amount(row.deduction) : 0;
    const [due, refunded] = [amount(row[`due${name}`]), amount(row[`refunded${name}`])];
    // The remainder of a partly kept deposit may be held again.
    const back = refunded > 0 || (kept > 0 && row.depositStatus === 'REFUNDED');
    const owed = paid > 0 && !back && allowed(ACTS[part].refund);
    const state =
      cost === 0 && paid === 0
        ? 'none'
        : back
          ? 'refunded'
          : owed && due > 0
            ? 'due'
            : paid > 0
              ? 'paid'
              : ('unpaid' as const);
    const act =
      owed && (due > 0 || part === 'DEPOSIT' || row.status === 'COMPLETED')
        ? ACTS[part].refund
        : state === 'unpaid' && allowed(ACTS[part].pay)
          ? ACTS[part].pay
          : null;
    return { part, cost, paid, due, refunded, kept, state, slips: slipsOf(row, part), act };
  });
}
