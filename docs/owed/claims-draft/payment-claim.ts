import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { payment } from './reports.ts';

/** A household says that it has paid: somebody confirms it with the receipt, or turns it down. */
export const paymentClaim = defineModule({
  name: 'payment-claim',
  code: payment.code,
  path: '/payment/claim',
  opens: 'payment/single-unit?part=claims&tab=all&id=',
  icon: 'wallet',
  title: 'noticeCode',
  flags: ['read', 'write', 'export'],
  calls: ['list', 'detail', 'create', 'export', 'activities', 'badges'],
  fields: {
    noticeCode: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    noticeId: { kind: 'ref', to: 'fee-notice', required: true, alike: 'unitId' },
    amount: { kind: 'money', min: 1, max: 100_000_000_000, required: true },
    paidOn: { kind: 'date', limit: 'past', required: true },
    bankAccountId: { kind: 'ref', to: 'bank-account' },
    images: { kind: 'files', max: 5, images: true, required: true, detailOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
    receiptId: { kind: 'ref', to: 'receipt', readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true },
    byId: { kind: 'ref', to: 'resident', readOnly: true },
    /** Of a notice one waits at a time. */
    once: { kind: 'text', max: 60, key: true, readOnly: true, inner: true, detailOnly: true, unique: true, taken: 'CLAIM_WAITING' },
  },
  statuses: {
    WAITING: { tone: 'waiting', icon: 'clock' },
    CONFIRMED: { tone: 'done', icon: 'circle-check' },
    REJECTED: { tone: 'bad', icon: 'ban' },
    WITHDRAWN: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'WAITING',
  actions: {
    confirm: {
      ...{ from: ['WAITING'], to: 'CONFIRMED', flag: 'write', asks: true },
      input: {
        /** What has paid it already; without one its money is taken now. */
        receiptId: { kind: 'ref', to: 'receipt' },
        methodId: { kind: 'ref', to: 'payment-method' },
        fundId: { kind: 'ref', to: 'fund' },
        amount: { kind: 'money', min: 1, max: 100_000_000_000 },
        surplusTo: { kind: 'choice', options: ['UNIT_ACCOUNT'] },
        accountingDate: { kind: 'date', limit: 'past' },
      },
    },
    reject: { from: ['WAITING'], to: 'REJECTED', flag: 'write', reason: true, danger: true },
    withdraw: { from: ['WAITING'], to: 'WITHDRAWN', flag: 'write', by: 'resident' },
  },
  resident: { create: true },
  list: {
    columns: [
      ...(['noticeCode', 'unitId', 'amount', 'paidOn', 'bankAccountId', 'byId', 'receiptId', 'reason'] as const),
      ...(['createdAt', 'status'] as const),
    ],
    sorts: ['paidOn', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'unitId', 'noticeId', 'paidOn', 'createdAt'],
    indexed: ['unitId'],
    tabs: { waiting: { status: { in: ['WAITING'] } }, all: {} },
  },
  errors: { CLAIM_WAITING: 409 },
});

export type PaymentClaim = DocOf<typeof paymentClaim>;
export type PaymentClaimRow = RowOf<typeof paymentClaim>;
