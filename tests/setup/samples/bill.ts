import { bill } from '@lobby/shared/modules/bill.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // For a service, without a discount.
  [
    bill.fields,
    () => ({
      createdFor: 'SERVICE',
      debtMonth: undefined,
      discountType: undefined,
      month: '2026-10',
      mode: 'AMOUNT',
      quantity: undefined,
      oldIndex: undefined,
      newIndex: undefined,
      rolled: undefined,
      coefficient: undefined,
      periodStart: undefined,
      periodEnd: undefined,
      noticeMonth: undefined,
      release: undefined,
      accountingDate: '2026-01-05',
      voucherDate: undefined,
    }),
  ],
  [bill.actions.correct.input, () => ({ month: undefined, noticeMonth: undefined, accountingDate: undefined })],
  [bill.actions['waive-interest'].input, () => ({ amount: undefined })],
  [bill.actions.release.input, () => ({ accountingDate: undefined })],
];
