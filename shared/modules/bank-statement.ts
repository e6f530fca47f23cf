import { LEFT_OUT } from '../billing/statement/statement.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

export const BANK_STATEMENT = 'BANK_STATEMENT';

/** Maximum number of lines kept per file that are no new movements. */
export const MOST_OTHERS = 1000;

const SET = { readOnly: true } as const;
const HIDDEN = { readOnly: true, detailOnly: true } as const;
const COUNT = { kind: 'integer', initial: 0, ...SET } as const;
const BALANCE = { kind: 'money', min: -9_007_199_254_740_991, max: 9_007_199_254_740_991, ...HIDDEN } as const;
const MONEY = { kind: 'money', min: 1, required: true } as const;

/** An imported bank statement file with counts of its lines. */
export const bankStatement = defineModule({
  name: 'bank-statement',
  code: BANK_STATEMENT,
  path: '/bank-statement',
  opens: 'bank-statement?part=files&id=',
  icon: 'scroll',
  title: 'fileName',
  flags: ['read', 'write', 'delete'],
  calls: ['list', 'detail', 'remove', 'options', 'activities', 'badges'],
  fields: {
    fileName: { kind: 'text', max: 200, required: true, search: true },
    bankAccountId: { kind: 'ref', to: 'bank-account', required: true },
    format: { kind: 'choice', options: ['CSV', 'XLSX', 'OFX', 'MT940'], ...SET },
    from: { kind: 'date', ...SET },
    to: { kind: 'date', ...SET },
    opening: BALANCE,
    closing: BALANCE,
    /** Number of lines, the sum of the following six. */
    lines: COUNT,
    new: COUNT,
    out: COUNT,
    same: COUNT,
    conflicts: COUNT,
    unreadable: COUNT,
    /** Repeated headings, totals and notes. */
    leftOut: COUNT,
    /** Lines that are no new movements, verbatim with the reason; known ones refer to the existing movement. */
    others: {
      kind: 'lines',
      max: MOST_OTHERS,
      ...HIDDEN,
      of: {
        row: { kind: 'integer', min: 0, required: true },
        reason: { kind: 'choice', options: [...LEFT_OUT, 'KNOWN'], required: true },
        lineId: { kind: 'ref', to: 'bank-statement-line' },
        text: { kind: 'text', max: 300 },
      },
    },
    importedById: { kind: 'ref', to: 'employee', ...SET },
    hash: { kind: 'text', max: 64, key: true, internal: true, ...HIDDEN },
  },
  unique: [{ fields: ['bankAccountId', 'hash'] }],
  list: {
    columns: [
      'fileName',
      'bankAccountId',
      'from',
      'to',
      'lines',
      'new',
      'out',
      'same',
      'conflicts',
      'unreadable',
      'leftOut',
      'format',
      'importedById',
      'createdAt',
    ],
    hidden: ['format', 'leftOut'],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['bankAccountId', 'format', 'importedById', 'createdAt'],
  },
  errors: {
    STATEMENT_FORMAT_INVALID: 400,
    STATEMENT_EMPTY: 400,
    STATEMENT_COLUMNS_NEEDED: 422,
    STATEMENT_ACCOUNT_MISMATCH: 422,
    STATEMENT_BALANCE_MISMATCH: 422,
    STATEMENT_TOO_LONG: 422,
    STATEMENT_IN_USE: 409,
  },
});

/** How a line was matched to its unit or voucher. */
export const MATCH_RULES = ['CONTENT', 'VIRTUAL_ACCOUNT', 'PAYER', 'MANUAL', 'LINK'] as const;
/** Basis of a suggestion. */
export const SUGGESTED_BY = ['CONTENT', 'VIRTUAL_ACCOUNT', 'PAYER', 'UNIT_CODE', 'AMOUNT', 'LINK'] as const;
/** Why a line was not posted automatically. */
export const INBOX_REASONS = [
  'TWO_CODES',
  'UNIT_CODE',
  'AMOUNT_ONLY',
  'PAYER_KNOWN',
  'CODE_AND_ACCOUNT',
  'TAKEN_ALREADY',
  'MAYBE_KNOWN',
  'NOTHING_FOUND',
  'UNDONE',
  'NO_RESIDENT',
  'NO_FUND',
  'DAY_LOCKED',
  'DAY_TO_COME',
  'DISPUTED',
  'SURPLUS',
  'REVERSAL',
  'DEPOSIT',
  'SWITCHED_OFF',
  'REFUSED',
] as const;

const OPEN = ['UNMATCHED', 'SUGGESTED'] as const;

/** A movement on a bank account, from a statement or a notice of the bank. */
export const bankStatementLine = defineModule({
  name: 'bank-statement-line',
  code: BANK_STATEMENT,
  path: '/bank-statement-line',
  route: 'bank-statement',
  icon: 'landmark',
  menu: { group: 'payments', order: 3.5, key: 'bankStatements' },
  title: 'content',
  flags: ['read', 'write', 'approve', 'export', 'readEncrypted', 'exportEncrypted'],
  calls: ['list', 'detail', 'options', 'activities', 'export', 'badges', 'reveal'],
  fields: {
    bookedOn: { kind: 'date', required: true },
    bankAccountId: { kind: 'ref', to: 'bank-account', required: true },
    direction: { kind: 'choice', options: ['IN', 'OUT'], initial: 'IN', ...SET },
    amount: { kind: 'money', min: 1, required: true },
    content: { kind: 'text', max: 500, required: true, search: true },
    bankRef: { kind: 'text', max: 60, key: true, search: true, ...SET },
    virtualAccount: { kind: 'text', max: 19, key: true, search: true, ...SET },
    payerName: { kind: 'text', tells: true, max: 150, search: true, ...SET },
    payerAccount: { kind: 'text', max: 19, key: true, personal: true, search: true, ...HIDDEN },
    payerBank: { kind: 'text', max: 100, ...HIDDEN },
    balanceAfter: BALANCE,
    bookedAt: { kind: 'instant', ...HIDDEN },
    channel: { kind: 'choice', options: ['FILE', 'WEBHOOK'], initial: 'FILE', ...SET },
    statementId: { kind: 'ref', to: 'bank-statement', part: true, ...SET },
    connectionId: { kind: 'ref', to: 'bank-connection', ...HIDDEN },
    unitId: { kind: 'ref', to: 'unit', ...SET },
    rule: { kind: 'choice', options: MATCH_RULES, ...SET },
    inboxReason: { kind: 'choice', options: INBOX_REASONS, ...SET },
    suggestions: {
      kind: 'lines',
      max: 5,
      ...HIDDEN,
      of: {
        rule: { kind: 'choice', options: SUGGESTED_BY, required: true },
        unitId: { kind: 'ref', to: 'unit' },
        noticeId: { kind: 'ref', to: 'fee-notice' },
        receiptId: { kind: 'ref', to: 'receipt' },
        payslipId: { kind: 'ref', to: 'payslip' },
        transferId: { kind: 'ref', to: 'fund-transfer' },
        score: { kind: 'integer', min: 0, max: 100, required: true },
      },
    },
    receiptIds: { kind: 'refs', to: 'receipt', max: 50, ...SET },
    payslipId: { kind: 'ref', to: 'payslip', ...SET },
    transferId: { kind: 'ref', to: 'fund-transfer', ...HIDDEN },
    /** Documents created from it, one per part of the amount. */
    parts: {
      kind: 'lines',
      max: 50,
      ...HIDDEN,
      of: {
        unitId: { kind: 'ref', to: 'unit' },
        categoryId: { kind: 'ref', to: 'voucher-category' },
        amount: MONEY,
        receiptId: { kind: 'ref', to: 'receipt' },
        depositId: { kind: 'ref', to: 'deposit' },
      },
    },
    /** The line with the same bank reference but a different amount or date. */
    conflictWith: { kind: 'ref', to: 'bank-statement-line', ...HIDDEN },
    conflictRef: { kind: 'text', max: 60, key: true, ...HIDDEN },
    /** The line that the bank reversed with this one. */
    reversalOf: { kind: 'ref', to: 'bank-statement-line', ...HIDDEN },
    reason: { kind: 'longText', max: 500, ...HIDDEN },
    note: { kind: 'longText', max: 500, detailOnly: true },
    /** Identifies the movement across files and bank notices. */
    movementKey: { kind: 'text', max: 120, key: true, internal: true, ...HIDDEN },
    /** Waits for automatic posting. */
    toPost: { kind: 'flag', internal: true, ...HIDDEN },
    /** Its vouchers were created from it and are cancelled when it is undone. */
    made: { kind: 'flag', internal: true, ...HIDDEN },
  },
  unique: [{ fields: ['bankAccountId', 'movementKey'] }],
  statuses: {
    UNMATCHED: { tone: 'waiting', icon: 'clock' },
    SUGGESTED: { tone: 'going', icon: 'circle-dot' },
    CONFLICT: { tone: 'bad', icon: 'ban' },
    MATCHED: { tone: 'done', icon: 'circle-check' },
    IGNORED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'UNMATCHED',
  actions: {
    match: {
      from: OPEN,
      to: 'MATCHED',
      flag: 'write',
      key: 'm',
      multi: true,
      asks: true,
      when: { direction: ['IN'] },
      input: {
        /** Defaults to the unit of the first suggestion. */
        unitId: { kind: 'ref', to: 'unit' },
        surplusTo: { kind: 'choice', options: ['UNIT_ACCOUNT', 'ADVANCE'] },
        surplusServiceId: { kind: 'ref', to: 'service', visibleWhen: { surplusTo: ['ADVANCE'] } },
        accountingDate: { kind: 'date', books: 'TRANSACTION' },
        /** Confirms that this is another payment than the one received at the counter. */
        again: { kind: 'flag' },
        /** Bills and interest to pay; by default the ones due first. */
        allocations: {
          kind: 'lines',
          max: 200,
          internal: true,
          of: {
            kind: { kind: 'choice', options: ['BILL', 'INTEREST'], initial: 'BILL' },
            billId: { kind: 'ref', to: 'bill', required: true },
            amount: MONEY,
          },
        },
      },
    },
    split: {
      from: OPEN,
      to: 'MATCHED',
      flag: 'write',
      key: 's',
      when: { direction: ['IN'] },
      input: {
        rows: {
          kind: 'lines',
          max: 50,
          required: true,
          of: {
            unitId: { kind: 'ref', to: 'unit' },
            categoryId: { kind: 'ref', to: 'voucher-category', where: { kind: 'INCOME' } },
            depositRequestId: { kind: 'ref', to: 'deposit-request', first: { status: 'WAIT_FOR_DEPOSIT' } },
            amount: MONEY,
          },
        },
      },
    },
    link: {
      from: OPEN,
      to: 'MATCHED',
      flag: 'write',
      asks: true,
      input: {
        receiptId: { kind: 'ref', to: 'receipt' },
        payslipId: { kind: 'ref', to: 'payslip' },
        transferId: { kind: 'ref', to: 'fund-transfer' },
      },
    },
    expense: {
      from: OPEN,
      to: 'MATCHED',
      flag: 'write',
      when: { direction: ['OUT'] },
      input: {
        categoryId: { kind: 'ref', to: 'voucher-category', where: { kind: 'EXPENSE' }, required: true },
        payeeName: { kind: 'text', max: 150 },
      },
    },
    ignore: { from: OPEN, to: 'IGNORED', flag: 'write', key: 'i', reason: true, least: 2, multi: true },
    restore: { from: ['IGNORED'], to: 'UNMATCHED', flag: 'write' },
    unmatch: { from: ['MATCHED'], to: 'UNMATCHED', flag: 'write', key: 'u', reason: true, least: 2, danger: true },
    resolve: {
      from: ['CONFLICT'],
      to: 'UNMATCHED',
      flag: 'write',
      input: { as: { kind: 'choice', options: ['NEW_MOVEMENT', 'SAME_MOVEMENT'], required: true } },
    },
  },
  list: {
    columns: [
      'bookedOn',
      'amount',
      'direction',
      'content',
      'unitId',
      'inboxReason',
      'rule',
      'payerName',
      'bankAccountId',
      'bankRef',
      'virtualAccount',
      'channel',
      'createdAt',
      'status',
    ],
    hidden: ['bankRef', 'virtualAccount', 'channel', 'createdAt'],
    sorts: ['bookedOn', 'createdAt'],
    defaultSort: '-bookedOn',
    waits: {
      toMatch: {
        as: 'answer',
        where: { status: { in: ['UNMATCHED', 'SUGGESTED', 'CONFLICT'] } },
        flag: 'write',
        by: 'bookedOn',
        sum: 'amount',
        does: 'match',
      },
    },
    filters: [
      'status',
      'direction',
      'bankAccountId',
      'unitId',
      'rule',
      'inboxReason',
      'channel',
      'statementId',
      'receiptIds',
      'payslipId',
      'bookedOn',
      'createdAt',
    ],
    indexed: ['unitId', 'statementId', 'receiptIds', 'payslipId'],
    tabs: {
      todo: { status: { in: ['UNMATCHED', 'SUGGESTED', 'CONFLICT'] } },
      matched: { status: { in: ['MATCHED'] } },
      ignored: { status: { in: ['IGNORED'] } },
      all: {},
    },
  },
  errors: {
    SPLIT_SUM_MISMATCH: 422,
    LINE_AMOUNT_MISMATCH: 422,
    LINE_ALREADY_LINKED: 409,
    LINE_TAKEN_ALREADY: 409,
    ACCOUNT_WITHOUT_FUND: 422,
    SUGGESTION_MISSING: 422,
    PAYMENT_SURPLUS_UNPLACED: 422,
    UNIT_WITHOUT_RESIDENT: 422,
    RECEIPT_CANCEL_ACCOUNT_NOT_ENOUGH: 422,
    UNIT_ACCOUNT_NOT_ENOUGH: 409,
    BILL_NOT_EXISTING: 404,
    PAYMENT_EXCEEDS_BILL: 422,
    PAYMENT_TOTAL_INVALID: 400,
    DEPOSIT_AMOUNT_MISMATCH: 422,
    DEPOSIT_OF_FORM: 409,
    DEPOSIT_MOVED: 409,
    data_is_locked: 422,
  },
});

export type BankStatement = DocOf<typeof bankStatement>;
export type BankStatementLine = DocOf<typeof bankStatementLine>;
export type BankStatementLineRow = RowOf<typeof bankStatementLine>;
