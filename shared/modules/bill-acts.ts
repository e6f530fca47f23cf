const COSTS_INTEREST = { type: ['NORMAL'], createdFor: ['SERVICE', 'DEBT'] } as const;

/** What is done to a bill beside editing it. */
export const BILL_ACTS = {
  release: {
    from: ['DRAFT'],
    to: 'ACTIVE',
    flag: 'updateStatus',
    multi: true,
    key: 'p',
    input: { accountingDate: { kind: 'date', books: 'RECEIVABLE' }, voucherDate: { kind: 'date' } },
  },
  recalculate: { from: ['DRAFT'], flag: 'write', multi: true, when: { createType: ['AUTO'] } },
  // By its own calls: it is looked at before, and answers both bills.
  correct: {
    by: 'system',
    from: ['ACTIVE'],
    statusCodes: { DRAFT: 'BILL_NOT_RELEASED', CANCELLED: 'BILL_CANCELLED' },
    flag: 'updateStatus',
    when: { type: ['NORMAL'] },
    whenFailsCode: 'CANNOT_ADJUST_ADJUSTMENT',
    reason: true,
    input: {
      type: { kind: 'choice', options: ['ADJUST_UP', 'ADJUST_DOWN'], required: true },
      totalPayment: { kind: 'money', min: 1, wrong: 'NOT_NATURAL' },
      month: { kind: 'month' },
      noticeMonth: { kind: 'month' },
      accountingDate: { kind: 'date', books: 'RECEIVABLE' },
      voucherDate: { kind: 'date' },
    },
  },
  // An invoice that stands on it was issued, or is not any more.
  invoiced: { by: 'system', from: ['ACTIVE'], flag: 'updateStatus' },
  hold: {
    from: ['ACTIVE'],
    flag: 'updateStatus',
    multi: true,
    reason: true,
    when: { publication: ['UNPUBLISHED', 'EDITED'] },
    whenFailsCode: 'BILL_PUBLISHED',
  },
  unhold: { from: ['ACTIVE'], flag: 'updateStatus', multi: true, when: { publication: ['DO_NOT_PUBLISH'] } },
  // Whenever interest is due: the mark of late bills follows once their job has looked.
  'charge-interest': {
    from: ['ACTIVE'],
    flag: 'write',
    multi: true,
    when: COSTS_INTEREST,
    whenFailsCode: 'BILL_NOT_OVERDUE',
  },
  /** All of it, or so much. */
  'waive-interest': {
    from: ['ACTIVE'],
    flag: 'updateStatus',
    reason: true,
    danger: true,
    multi: true,
    when: COSTS_INTEREST,
    whenFailsCode: 'BILL_NOT_OVERDUE',
    input: { amount: { kind: 'money', min: 1 } },
  },
  // From its tab, where the waivers stand.
  unwaive: {
    from: ['ACTIVE'],
    flag: 'updateStatus',
    reason: true,
    by: 'system',
  },
  cancel: {
    from: ['DRAFT', 'ACTIVE'],
    to: 'CANCELLED',
    flag: 'updateStatus',
    reason: true,
    danger: true,
    multi: true,
  },
} as const;
