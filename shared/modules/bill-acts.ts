const COSTS_INTEREST = { type: ['NORMAL'], createdFor: ['SERVICE', 'DEBT'] } as const;

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
  // Set by a separate route, which shows a preview and returns both bills.
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
  // An invoice with this bill was issued or cancelled.
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
  // Allowed as soon as interest accrues; the overdue flag is set later by its job.
  'charge-interest': {
    from: ['ACTIVE'],
    flag: 'write',
    multi: true,
    when: COSTS_INTEREST,
    whenFailsCode: 'BILL_NOT_OVERDUE',
  },
  /** Waives the given amount; by default all interest. */
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
  // Offered on the tab that lists the waivers.
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
