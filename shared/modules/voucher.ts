import type { Fields } from '../kit/fields.ts';
import { listInput } from '../kit/list-input.ts';

/** Module of the document that money comes from, by prefix of its code. */
export const CODE_OF_ORIGIN = {
  id: 'originId',
  by: { TI: 'utility-booking', DV: 'merchant-order', TC: 'construction-registration', DKT: 'card-registration' },
} as const;

/** The kinds of ways in which money moves. */
export const METHODS = ['CASH', 'TRANSFER', 'ONLINE', 'SPOS'] as const;

export type Method = (typeof METHODS)[number];

/** Cash lies in a till, all other money at a bank. */
const fundKindOf = (method: unknown): 'CASH' | 'BANK' => (method === 'CASH' ? 'CASH' : 'BANK');

/** Whether money that comes or goes so may do it by a fund. */
export const fitsMethod = (fund: { kind?: unknown; active?: unknown }, method: unknown): boolean =>
  fund.active !== false && fund.kind === fundKindOf(method);

/** Which funds a reference offers, by the field that says how the money moves. */
export const fundBy = (field: string) => ({
  field,
  by: Object.fromEntries(METHODS.map(method => [method, { kind: fundKindOf(method) }])),
});

/** How money comes and into which fund, where a screen begins with one: a fund that fits, or a method that has one. */
export function placeFor<F extends { id: string; kind?: unknown; active?: unknown }>(
  funds: readonly F[],
  method: Method,
  fundId = '',
): { method: Method; fundId: string; funds: readonly F[] } {
  const fitting = funds.filter(one => fitsMethod(one, method));
  const chosen = fitting.find(one => one.id === fundId) ?? fitting[0];
  return { method, fundId: chosen?.id ?? '', funds: fitting };
}

/** The way that a screen begins with: the one that it wants, else the first that has a fund; where money comes by another already (`beside`), one more than that. */
export function usualMethod(
  funds: readonly { id: string; kind?: unknown; active?: unknown }[],
  wanted: Method,
  beside?: Method,
): Method {
  const open = [wanted, ...METHODS].filter(one => placeFor(funds, one).fundId);
  return open.find(one => one !== beside) ?? open[0] ?? wanted;
}

/** The two states of what moved money: it stands, or somebody took it back. */
export const VOUCHER_STATUSES = {
  NOT_CANCELED: { tone: 'done', icon: 'circle-check' },
  CANCELED: { tone: 'ended', icon: 'circle-x' },
} as const;

/** How it is taken back: with a reason, dated the day on which that is done. */
export const VOUCHER_ACTIONS = {
  cancel: { from: ['NOT_CANCELED'], to: 'CANCELED', flag: 'updateStatus', reason: 'cancelReason', danger: true },
} as const;

const SET = { readOnly: true, detailOnly: true } as const;
/** Who took it back, when and why. */
export const CANCEL_FIELDS = {
  canceledAt: { kind: 'instant', ...SET },
  canceledById: { kind: 'ref', to: 'employee', ...SET, staffOnly: true },
  cancelDate: { kind: 'date', ...SET },
  cancelReason: { kind: 'longText', max: 1000, ...SET },
} as const satisfies Fields;

/** Its day in the books, and the one that stands on its paper. */
export const VOUCHER_DATES = {
  accountingDate: { kind: 'date', books: 'TRANSACTION', begins: 'today', required: true },
  voucherDate: { kind: 'date', begins: 'today', detailOnly: true },
} as const satisfies Fields;

/** Remark on an issued voucher, whose content and names are immutable. */
export const VOUCHER_REMARKS = { kind: 'text', max: 300, search: true } as const;

/** Labels of receipts and payment slips; one set for both. */
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
