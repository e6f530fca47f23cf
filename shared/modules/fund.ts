import { BINS } from '../billing/banks.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { CANCEL_FIELDS, VOUCHER_ACTIONS, VOUCHER_DATES, VOUCHER_STATUSES } from './voucher.ts';

/** An account at a bank that residents transfer to. */
export const bankAccount = defineModule({
  name: 'bank-account',
  code: 'BILLING_CONFIG',
  path: '/bank-account',
  route: 'config-bank-accounts',
  icon: 'landmark',
  menu: { group: 'accountingSetup', order: 4, key: 'bankAccounts', makes: true },
  title: 'accountNumber',
  flags: ['read', 'write', 'delete', 'updateStatus', 'export'],
  fields: {
    order: { kind: 'integer', min: 0, max: 999 },
    bankBin: { kind: 'choice', options: BINS, required: true },
    accountNumber: {
      kind: 'text',
      max: 30,
      required: true,
      search: true,
      unique: { within: 'bankBin' },
      taken: 'BANK_ACCOUNT_EXISTS',
    },
    accountName: { kind: 'text', max: 100, required: true, search: true },
    branch: { kind: 'text', max: 100 },
    beneficiary: { kind: 'text', tells: true, max: 150 },
    transferTemplate: { kind: 'text', max: 100 },
    qrImage: { kind: 'files', max: 1, images: true, detailOnly: true },
    /** Services paid into it; empty: all. */
    serviceIds: { kind: 'refs', to: 'service', max: 50 },
    isDefault: { kind: 'flag', readOnly: true },
    active: { kind: 'flag', initial: true, readOnly: true },
    replacesId: { kind: 'ref', to: 'bank-account', readOnly: true, detailOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
  },
  actions: {
    activate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['false'] } },
    deactivate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['true'] } },
    'set-default': { from: [], togglesFlag: true, flag: 'updateStatus', when: { isDefault: ['false'] } },
    replace: {
      from: [],
      flag: 'write',
      when: { active: ['true'] },
      asks: true,
      input: {
        bankBin: { kind: 'choice', options: BINS },
        accountNumber: { kind: 'text', max: 30 },
        accountName: { kind: 'text', max: 100 },
      },
    },
  },
  list: {
    columns: [
      'order',
      'bankBin',
      'accountNumber',
      'accountName',
      'branch',
      'beneficiary',
      'transferTemplate',
      'isDefault',
      'serviceIds',
      'active',
    ],
    sorts: ['order', 'createdAt'],
    defaultSort: 'order',
    filters: ['bankBin', 'serviceIds', 'isDefault', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    BANK_ACCOUNT_EXISTS: 409,
    BANK_ACCOUNT_IN_USE: 409,
    BANK_ACCOUNT_DEFAULT_REQUIRED: 409,
    BANK_ACCOUNT_INVALID: 400,
    TRANSFER_TEMPLATE_INVALID: 400,
    QR_NOTHING_OWED: 422,
    QR_INVALID: 400,
    AMOUNT_TOO_LARGE: 422,
  },
  undo: { remove: { action: 'restore' }, activate: { action: 'deactivate' }, deactivate: { action: 'activate' } },
  imports: { keys: [['accountNumber']], begins: ['active'] },
});

/** Purposes of funds; money is not moved between purposes automatically. */
const PURPOSES = ['OPERATION', 'MAINTENANCE', 'OTHER'] as const;

/** Where money is kept: a till, or an account at a bank. */
export const fund = defineModule({
  name: 'fund',
  code: 'FUND',
  path: '/fund',
  route: 'configs-funds',
  icon: 'wallet',
  menu: { group: 'accountingSetup', order: 3, key: 'funds', makes: true },
  title: 'name',
  offered: { active: 'true' },
  flags: ['read', 'write', 'delete', 'export', 'transfer', 'updateStatus', 'approve'],
  fields: {
    order: { kind: 'integer', min: 0, max: 999 },
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'FUND_NAME_EXISTS', search: true },
    code: { kind: 'text', code: true, max: 20, required: true, unique: true, taken: 'FUND_CODE_EXISTS', search: true },
    kind: { kind: 'choice', options: ['CASH', 'BANK'], required: true },
    purpose: { kind: 'choice', options: PURPOSES, initial: 'OPERATION' },
    bankAccountId: { kind: 'ref', to: 'bank-account', visibleWhen: { kind: ['BANK'] } },
    /** Who alone takes money in and pays it out, beside the Admin; nobody named: everybody who may. */
    keeperIds: { kind: 'refs', to: 'employee', max: 10 },
    /** The sum of its entries, counted as it is read. */
    balance: {
      kind: 'money',
      min: -9_007_199_254_740_991,
      max: 9_007_199_254_740_991,
      initial: 0,
      readOnly: true,
    },
    openingBalance: { kind: 'money', readOnly: true, initial: 0 },
    openingDate: { kind: 'date', readOnly: true },
    lastCountedAt: { kind: 'instant', readOnly: true },
    accountingCode: { kind: 'text', max: 16 },
    active: { kind: 'flag', initial: true, readOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
    /** One fund stands for one account at a bank. */
    once: {
      kind: 'text',
      max: 40,
      key: true,
      internal: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'FUND_BANK_ACCOUNT_TAKEN',
      blames: 'bankAccountId',
    },
  },
  actions: {
    activate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['false'] } },
    deactivate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['true'] } },
    opening: {
      from: [],
      flag: 'write',
      input: {
        amount: { kind: 'money', min: 0, required: true },
        accountingDate: { kind: 'date', books: 'TRANSACTION', begins: 'today', required: true },
      },
    },
  },
  list: {
    columns: [
      'order',
      'name',
      'code',
      'kind',
      'purpose',
      'bankAccountId',
      'keeperIds',
      'balance',
      'openingBalance',
      'openingDate',
      'accountingCode',
      'lastCountedAt',
      'active',
    ],
    sorts: ['order', 'name', 'createdAt'],
    defaultSort: 'order',
    filters: ['kind', 'purpose', 'bankAccountId', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    FUND_NAME_EXISTS: 409,
    FUND_CODE_EXISTS: 409,
    FUND_IN_USE: 409,
    FUND_BANK_ACCOUNT_TAKEN: 409,
    FUND_OPENING_FIXED: 409,
    FUND_NOT_ENOUGH: 422,
    FUND_PURPOSE_MISMATCH: 422,
    FUND_NOT_YOURS: 403,
    data_is_locked: 422,
  },
  undo: { remove: { action: 'restore' }, activate: { action: 'deactivate' }, deactivate: { action: 'activate' } },
});

/** Money that goes from one fund into another. */
export const fundTransfer = defineModule({
  name: 'fund-transfer',
  code: 'FUND',
  path: '/fund-transfer',
  route: 'fund-transfer',
  icon: 'send',
  menu: { group: 'payments', order: 8, key: 'fundTransfers', makes: true },
  title: 'code',
  flags: ['read', 'write', 'export', 'transfer', 'updateStatus'],
  makes: 'transfer',
  calls: ['list', 'detail', 'create', 'activities', 'badges', 'export', 'options'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true, unique: true },
    ...VOUCHER_DATES,
    fromFundId: { kind: 'ref', to: 'fund', required: true },
    toFundId: { kind: 'ref', to: 'fund', required: true },
    amount: { kind: 'money', min: 1, max: 100_000_000_000, required: true },
    /** Bank fee, taken from the source fund. */
    fee: { kind: 'money', min: 0, initial: 0 },
    content: { kind: 'text', max: 250, search: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    makerId: { kind: 'ref', to: 'employee', readOnly: true },
    ...CANCEL_FIELDS,
  },
  money: {
    amount: ['amount'],
    between: ['fromFundId', 'toFundId'],
    on: 'accountingDate',
    parts: {
      amounts: ['fee'],
      people: ['content', 'makerId'],
      papers: ['voucherDate', 'attachments'],
      cancel: ['canceledAt', 'canceledById', 'cancelDate', 'cancelReason'],
    },
  },
  statuses: VOUCHER_STATUSES,
  initial: 'NOT_CANCELED',
  actions: VOUCHER_ACTIONS,
  list: {
    columns: [
      'code',
      'accountingDate',
      'fromFundId',
      'toFundId',
      'amount',
      'fee',
      'content',
      'makerId',
      'createdAt',
      'status',
    ],
    sorts: ['code', 'accountingDate', 'createdAt'],
    defaultSort: '-code',
    filters: ['status', 'fromFundId', 'toFundId', 'accountingDate', 'makerId', 'createdAt'],
  },
  errors: {
    FUND_TRANSFER_SAME: 400,
    FUND_NOT_ENOUGH: 422,
    FUND_PURPOSE_MISMATCH: 422,
    FUND_NOT_YOURS: 403,
    data_is_locked: 422,
  },
});

export type Fund = DocOf<typeof fund>;
export type BankAccount = DocOf<typeof bankAccount>;
