import { budget } from '@lobby/shared/modules/budget.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

let received = 0;
let years = 0;

/** Values in samples of partners and stores that replace those of single fields. */
export const samples: OwnSamples = [
  [partner.fields, () => ({ bankAccount: '0071000123456', beneficiary: 'DO VAN A' })],
  [supply.fields, () => ({ limit: 2, maxStock: 10 })],
  // A receipt with a single line.
  [
    stockDocument.fields,
    () => ({
      kind: 'RECEIPT',
      reason: 'OTHER',
      documentDate: '2026-11-02',
      toWarehouseId: undefined,
      receiverId: undefined,
      departmentId: undefined,
    }),
  ],
  [budget.fields, () => ({ year: 2001 + (++years % 99), blockId: undefined })],
  [budget.fields.lines.of, () => ({ kind: 'INCOME', serviceId: undefined })],
  // For a warehouse.
  [
    stockTake.fields,
    () => ({
      kind: 'SUPPLY',
      placeIds: undefined,
      departmentIds: undefined,
      assetCategoryIds: undefined,
      all: undefined,
      categoryIds: undefined,
      twice: false,
      dueOn: '2036-01-01',
    }),
  ],
  [purchaseRequest.fields, () => ({ neededOn: '2036-01-01' })],
  [purchaseRequest.fields.lines.of, () => ({ quantity: 5, received: undefined })],
  [purchaseRequest.actions.receive.input.lines.of, () => ({ line: (received++ % 2) + 1, quantity: 1 })],
  [stockDocument.fields.lines.of, () => ({ quantity: 2, unitPrice: 1000, amount: undefined })],
];
