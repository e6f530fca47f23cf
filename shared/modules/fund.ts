import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

/** The banks of transfers within the country by their number there (NAPAS), which a VietQR names. */
export const BANKS = [
  ['VCB', '970436', 'Vietcombank'],
  ['BIDV', '970418', 'BIDV'],
  ['CTG', '970415', 'VietinBank'],
  ['VBA', '970405', 'Agribank'],
  ['TCB', '970407', 'Techcombank'],
  ['MB', '970422', 'MB Bank'],
  ['ACB', '970416', 'ACB'],
  ['VPB', '970432', 'VPBank'],
  ['TPB', '970423', 'TPBank'],
  ['STB', '970403', 'Sacombank'],
  ['HDB', '970437', 'HDBank'],
  ['SHB', '970443', 'SHB'],
  ['VIB', '970441', 'VIB'],
  ['MSB', '970426', 'MSB'],
  ['OCB', '970448', 'OCB'],
  ['EIB', '970431', 'Eximbank'],
] as const;

export const BANK_CODES = BANKS.map(([code]) => code);
/** A bank by its code. */
export const bankOf = (code: unknown): { bin: string; name: string } | null => {
  const found = BANKS.find(([one]) => one === code);
  return found ? { bin: found[1], name: found[2] } : null;
};

/** An account at a bank that residents transfer to. */
export const bankAccount = defineModule({
  name: 'bank-account',
  code: 'BILLING_CONFIG',
  path: '/bank-account',
  route: 'config-bank-accounts',
  icon: 'landmark',
  menu: { group: 'accountingSetup', order: 4, key: 'bankAccounts', makes: true },
  title: 'number',
  flags: ['read', 'write', 'delete'],
  fields: {
    bank: { kind: 'choice', options: BANK_CODES, required: true },
    number: {
      kind: 'text',
      digits: true,
      min: 6,
      max: 19,
      required: true,
      unique: true,
      taken: 'BANK_ACCOUNT_EXISTS',
      search: true,
    },
    name: { kind: 'text', max: 100, required: true, search: true },
    branch: { kind: 'text', max: 100 },
    contentTemplate: { kind: 'text', max: 50 },
    main: { kind: 'flag' },
    active: { kind: 'flag', initial: true },
  },
  list: {
    columns: ['number', 'bank', 'name', 'branch', 'contentTemplate', 'main', 'active'],
    sorts: ['createdAt'],
    defaultSort: 'createdAt',
    filters: ['bank', 'active', 'createdAt'],
  },
  errors: { BANK_ACCOUNT_EXISTS: 409 },
  undo: { remove: { action: 'restore' } },
});

/** Where money is kept: a till, or an account at a bank. */
export const fund = defineModule({
  name: 'fund',
  code: 'FUND',
  path: '/fund',
  route: 'configs-funds',
  icon: 'wallet',
  menu: { group: 'accountingSetup', order: 3, key: 'funds', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'FUND_EXISTS', search: true },
    code: { kind: 'text', code: true, max: 20, required: true, unique: true, taken: 'FUND_CODE_EXISTS', search: true },
    type: { kind: 'choice', options: ['CASH', 'BANK'], required: true },
    bankAccountId: { kind: 'ref', to: 'bank-account', askedWith: { type: ['BANK'] } },
    opening: { kind: 'money', initial: 0 },
    openingDay: { kind: 'date' },
    active: { kind: 'flag', initial: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
  },
  list: {
    columns: ['name', 'code', 'type', 'bankAccountId', 'opening', 'openingDay', 'active'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['type', 'active', 'createdAt'],
  },
  errors: { FUND_EXISTS: 409, FUND_CODE_EXISTS: 409, data_is_locked: 422 },
  undo: { remove: { action: 'restore' } },
});

/** Money that goes from one fund into another. */
export const fundTransfer = defineModule({
  name: 'fund-transfer',
  code: 'FUND',
  path: '/fund-transfer',
  route: 'fund-transfer',
  icon: 'send',
  menu: { group: 'payments', order: 8, key: 'fundTransfers', makes: true },
  prefix: 'CQ',
  title: 'code',
  flags: ['read', 'write', 'updateStatus'],
  calls: ['list', 'detail', 'create', 'activities', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    day: { kind: 'date', required: true },
    fromFundId: { kind: 'ref', to: 'fund', required: true },
    toFundId: { kind: 'ref', to: 'fund', required: true },
    amount: { kind: 'money', min: 1, required: true },
    content: { kind: 'text', max: 300, search: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    NOT_CANCELED: { tone: 'done', icon: 'circle-check' },
    CANCELED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'NOT_CANCELED',
  actions: {
    cancel: { from: ['NOT_CANCELED'], to: 'CANCELED', flag: 'updateStatus', reason: true, danger: true },
  },
  list: {
    columns: ['code', 'day', 'fromFundId', 'toFundId', 'amount', 'content', 'createdAt', 'status'],
    sorts: ['day', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'fromFundId', 'toFundId', 'day', 'createdAt'],
  },
  errors: { SAME_FUND: 422, data_is_locked: 422 },
});

export type Fund = DocOf<typeof fund>;
export type BankAccount = DocOf<typeof bankAccount>;
