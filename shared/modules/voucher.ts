import type { Fields } from '../kit/fields.ts';
import { listInput } from '../kit/list-input.ts';

/** Module of the originating document by the prefix of its code. */
export const CODE_OF_ORIGIN = {
  id: 'originId',
  by: { TI: 'utility-booking', DV: 'merchant-order', TC: 'construction-registration', DKT: 'card-registration' },
} as const;

export const METHODS = ['CASH', 'TRANSFER', 'ONLINE', 'SPOS'] as const;

export type Method = (typeof METHODS)[number];

/** Cash belongs into a cash box, everything else into a bank account. */
const fundKindOf = (method: unknown): 'CASH' | 'BANK' => (method === 'CASH' ? 'CASH' : 'BANK');

/** Whether a fund is active and of the kind a payment method needs. */
export const fitsMethod = (fund: { kind?: unknown; active?: unknown }, method: unknown): boolean =>
  fund.active !== false && fund.kind === fundKindOf(method);

/** `fits` of a fund reference: restricts the funds by the payment method in `field`. */
export const fundBy = (field: string) => ({
  field,
  by: Object.fromEntries(METHODS.map(method => [method, { kind: fundKindOf(method) }])),
});

/** Funds that fit a payment method, and the preselected one: `fundId` if it fits, otherwise the first. */
export function placeFor<F extends { id: string; kind?: unknown; active?: unknown }>(
  funds: readonly F[],
  method: Method,
  fundId = '',
): { method: Method; fundId: string; funds: readonly F[] } {
  const fitting = funds.filter(fund => fitsMethod(fund, method));
  const chosen = fitting.find(fund => fund.id === fundId) ?? fitting[0];
  return { method, fundId: chosen?.id ?? '', funds: fitting };
}

/**
 * Initial payment method of a form: the wanted one, otherwise the first with a fund. With `beside`, preferably a
 * different one.
 */
export function usualMethod(
  funds: readonly { id: string; kind?: unknown; active?: unknown }[],
  wanted: Method,
  beside?: Method,
): Method {
  const open = [wanted, ...METHODS].filter(method => placeFor(funds, method).fundId);
  return open.find(method => method !== beside) ?? open[0] ?? wanted;
}

export const VOUCHER_STATUSES = {
  NOT_CANCELED: { tone: 'done', icon: 'circle-check' },
  CANCELED: { tone: 'ended', icon: 'circle-x' },
} as const;

/** Cancels a voucher with a reason; the reversal is dated on the day of cancellation. */
export const VOUCHER_ACTIONS = {
  cancel: { from: ['NOT_CANCELED'], to: 'CANCELED', flag: 'updateStatus', reason: 'cancelReason', danger: true },
} as const;

const SET = { readOnly: true, detailOnly: true } as const;
export const CANCEL_FIELDS = {
  canceledAt: { kind: 'instant', ...SET },
  canceledById: { kind: 'ref', to: 'employee', ...SET, staffOnly: true },
  cancelDate: { kind: 'date', ...SET },
  cancelReason: { kind: 'longText', max: 1000, ...SET },
} as const satisfies Fields;

/** Accounting date, and date printed on the voucher. */
export const VOUCHER_DATES = {
  accountingDate: { kind: 'date', books: 'TRANSACTION', begins: 'today', required: true },
  voucherDate: { kind: 'date', begins: 'today', detailOnly: true },
} as const satisfies Fields;

/** Note on an issued voucher, whose content and names are immutable. */
export const VOUCHER_REMARKS = { kind: 'text', max: 300, search: true } as const;

/** Labels shared by receipts and payslips. */
export const VOUCHER_LABELS = {
  kind: 'refs',
  to: 'label',
  where: { type: 'RECEIPT' },
  max: 20,
  staffOnly: true,
} as const;
export const VOUCHER_LABEL = {
  from: ['NOT_CANCELED', 'CANCELED'],
  flag: 'updateInfo',
  multi: true,
  key: 'l',
  list: 'labelIds',
  input: listInput('labelIds', VOUCHER_LABELS),
} as const;
