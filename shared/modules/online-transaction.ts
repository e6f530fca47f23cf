import { CHANNELS, ONLINE_PURPOSES, PROVIDERS } from '../billing/gateways.ts';
import { defineModule } from '../kit/define-module.ts';

const SET = { readOnly: true } as const;
const INNER = { readOnly: true, detailOnly: true, staffOnly: true } as const;
const KEY = { kind: 'text', max: 40, key: true } as const;
const OPEN = ['UNREADY', 'IN_PROCESS', 'PAYMENT_IN_PROCESS'] as const;
const ENDED = ['FAILED', 'CANCELLED', 'EXPIRED', 'DISABLED'] as const;
const ANY = [...OPEN, 'SUCCESSED', ...ENDED] as const;
export const OPEN_ORDERS: readonly string[] = OPEN;

/** Why an order needs manual review: the money arrived otherwise than expected. */
const ORDER_PROBLEMS = ['NONE', 'AMOUNT_DIFFERS', 'NO_RECEIPT', 'LATE', 'DOUBLE_PAID'] as const;
export const REFUND_WAYS = ['UNIT_ACCOUNT', 'RECEIPT'] as const;

/** An online payment order of a household, from creation to receipt. */
export const onlineTransaction = defineModule({
  name: 'online-transaction',
  code: 'ONLINE_TRANSACTION',
  path: '/online-transaction',
  route: 'online-transaction',
  icon: 'banknote',
  menu: { group: 'payments', order: 9, key: 'onlineTransactions' },
  prefix: 'GD',
  title: 'code',
  flags: ['read', 'readDetail', 'write', 'updateStatus', 'approve', 'export', 'aggregate', 'readEncrypted'],
  calls: ['list', 'detail', 'options', 'activities', 'export', 'badges', 'reveal'],
  fields: {
    code: { kind: 'text', max: 30, ...SET, search: true, code: true },
    /** Reference passed to the provider; unique and alphanumeric. */
    ref: { kind: 'text', max: 40, ...SET, search: true, key: true },
    gatewayId: { kind: 'ref', to: 'payment-gateway', ...SET },
    provider: { kind: 'choice', options: PROVIDERS, ...SET },
    channel: { kind: 'choice', options: CHANNELS, ...SET },
    purpose: { kind: 'choice', options: ONLINE_PURPOSES, initial: 'BILLS', ...SET },
    unitId: { kind: 'ref', to: 'unit', ...SET, search: true },
    residentId: { kind: 'ref', to: 'resident', ...SET },
    items: {
      kind: 'lines',
      max: 50,
      readOnly: true,
      detailOnly: true,
      of: {
        billId: { kind: 'ref', to: 'bill' },
        serviceId: { kind: 'ref', to: 'service' },
        depositRequestId: { kind: 'ref', to: 'deposit-request' },
        bookingId: { kind: 'ref', to: 'utility-booking' },
        part: { kind: 'choice', options: ['FEE', 'SURCHARGE', 'DEPOSIT'] },
        amount: { kind: 'money', min: 1, required: true },
      },
    },
    /** Total; includes the fee where the payer bears it. */
    amount: { kind: 'money', min: 1, max: 100_000_000_000, ...SET },
    fee: { kind: 'money', initial: 0, ...SET },
    providerRef: { kind: 'text', max: 64, key: true, ...SET, search: true, staffOnly: true },
    bankCode: { kind: 'text', max: 20, key: true, ...INNER },
    cardLast4: { kind: 'text', max: 4, key: true, ...INNER, personal: true, whose: 'residentId' },
    expiresAt: { kind: 'instant', ...SET },
    paidAt: { kind: 'instant', ...SET },
    receiptId: { kind: 'ref', to: 'receipt', ...SET },
    /** The deposit created by a deposit payment; such a payment has no receipt. */
    depositId: { kind: 'ref', to: 'deposit', ...INNER },
    problem: { kind: 'choice', options: ORDER_PROBLEMS, initial: 'NONE', ...SET, staffOnly: true },
    refunded: { kind: 'money', initial: 0, ...SET },
    refunds: {
      kind: 'lines',
      max: 20,
      ...INNER,
      of: {
        key: KEY,
        amount: { kind: 'money', min: 1, required: true },
        refundStatus: { kind: 'choice', options: ['PENDING', 'REFUNDED', 'FAILED'], required: true },
        how: { kind: 'choice', options: [...REFUND_WAYS, 'BOOKING'], required: true },
        at: { kind: 'instant', required: true },
        by: { kind: 'text', max: 150 },
        reason: { kind: 'text', max: 500 },
        payslipId: { kind: 'ref', to: 'payslip' },
      },
    },
    /** Where the payer continues: payment page, QR content, or app link. */
    url: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true, internal: true },
    qr: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true, internal: true },
    deeplink: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true, internal: true },
    reason: { kind: 'longText', max: 500, readOnly: true, detailOnly: true },
    nextQueryAt: { kind: 'instant', ...INNER },
    queries: { kind: 'integer', initial: 0, ...INNER },
    log: {
      kind: 'lines',
      max: 100,
      ...INNER,
      of: {
        at: { kind: 'instant', required: true },
        what: { kind: 'text', max: 40 },
        result: { kind: 'text', max: 200 },
      },
    },
  },
  statuses: {
    UNREADY: { tone: 'waiting', icon: 'clock' },
    IN_PROCESS: { tone: 'going', icon: 'circle-dot' },
    PAYMENT_IN_PROCESS: { tone: 'going', icon: 'circle-dot' },
    SUCCESSED: { tone: 'done', icon: 'circle-check' },
    FAILED: { tone: 'bad', icon: 'circle-x' },
    CANCELLED: { tone: 'ended', icon: 'ban' },
    EXPIRED: { tone: 'ended', icon: 'timer-off' },
    DISABLED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'UNREADY',
  actions: {
    cancel: {
      from: OPEN,
      to: 'CANCELLED',
      flag: 'updateStatus',
      by: 'both',
      reason: true,
      danger: true,
      statusCodes: { EXPIRED: 'PAYMENT_ORDER_EXPIRED' },
    },
    query: { from: ['IN_PROCESS', 'PAYMENT_IN_PROCESS', ...ENDED], flag: 'updateStatus' },
    /** The payer came back from the payment page; the provider is then queried. */
    return: { from: ['IN_PROCESS', 'PAYMENT_IN_PROCESS'], to: 'PAYMENT_IN_PROCESS', flag: 'read', by: 'resident' },
    // Set by the server: booking after the ledger had refused it, and refunds, which query the provider between their
    // two steps.
    booked: { from: ['SUCCESSED'], flag: 'write', by: 'system' },
    give: { from: ['SUCCESSED'], flag: 'updateStatus', by: 'system' },
    refunded: { from: ['SUCCESSED'], flag: 'updateStatus', by: 'system' },
    ready: { from: ['UNREADY'], flag: 'write', by: 'system' },
    fail: { from: ['UNREADY'], to: 'FAILED', flag: 'write', by: 'system' },
    notice: { from: ANY, flag: 'write', by: 'system' },
    expire: { from: OPEN, flag: 'write', by: 'system' },
    disable: { from: ['UNREADY', 'IN_PROCESS'], to: 'DISABLED', flag: 'write', by: 'system' },
  },
  money: {
    amount: ['amount'],
    owed: true,
    parts: {
      lines: ['items', 'refunds', 'log'],
      amounts: ['fee', 'refunded'],
      payment: [
        'gatewayId',
        'provider',
        'channel',
        'purpose',
        'residentId',
        'expiresAt',
        'paidAt',
        'receiptId',
        'depositId',
      ],
      cancel: ['problem', 'reason'],
    },
  },
  resident: {},
  list: {
    columns: [
      'code',
      'createdAt',
      'unitId',
      'residentId',
      'purpose',
      'provider',
      'channel',
      'amount',
      'fee',
      'status',
      'problem',
      'receiptId',
      'refunded',
      'providerRef',
      'ref',
      'expiresAt',
      'paidAt',
      'gatewayId',
    ],
    deciding: ['createdAt', 'unitId', 'amount', 'status'],
    hidden: ['fee', 'refunded', 'providerRef', 'ref', 'expiresAt', 'paidAt', 'gatewayId'],
    sorts: ['createdAt', 'amount', 'expiresAt', 'paidAt'],
    defaultSort: '-createdAt',
    waits: {
      toLookAt: {
        as: 'answer',
        where: { problem: { in: ['AMOUNT_DIFFERS', 'NO_RECEIPT', 'LATE', 'DOUBLE_PAID'] } },
        flag: 'write',
        by: 'createdAt',
        sum: 'amount',
        does: 'open',
      },
    },
    filters: [
      'status',
      'provider',
      'gatewayId',
      'channel',
      'purpose',
      'problem',
      'unitId',
      'amount',
      'paidAt',
      'createdAt',
    ],
    indexed: ['unitId', 'gatewayId', 'ref', 'problem'],
    tabs: {
      toLookAt: { problem: { in: ['AMOUNT_DIFFERS', 'NO_RECEIPT', 'LATE', 'DOUBLE_PAID'] } },
      open: { status: { in: OPEN } },
      done: { status: { in: ['SUCCESSED'] } },
      cancelled: { status: { in: ENDED } },
      all: {},
    },
  },
  errors: {
    AMOUNT_OUT_OF_RANGE: 422,
    PAYMENT_ORDER_EXPIRED: 409,
    OLDEST_BILL_FIRST: 422,
    BILL_ALREADY_PAID: 409,
    GATEWAY_NOT_ANSWERING: 422,
    SAVED_WAY_REFUSED: 422,
    PAYMENT_UNDER_WAY: 409,
    REFUND_EXCEEDS_PAID: 422,
    REFUND_NOT_SUPPORTED: 422,
    ORDER_BOOKED: 409,
  },
});
