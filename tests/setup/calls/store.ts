import { budget } from '@lobby/shared/modules/budget.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Row } from '../caller.ts';
import type { Samples } from '../contract/samples.ts';
import { change } from '../records.ts';
import type { Site } from '../world.ts';

/** Calls the routes of stores beyond the standard ones successfully. */
export async function callStores({ ann }: Pick<Site, 'ann'>, samples: Samples): Promise<void> {
  const { id } = await samples.record(supply);
  await ann.get(`${supply.path}/${id}/card?from=2026-01-01&to=2026-12-31`);
  await ann.get(`${supply.path}/needs`);
  const paper = await samples.record(stockDocument);
  await ann.get(`${stockDocument.path}/${paper.id}/print?lang=vi`);
  const asked = await samples.record(purchaseRequest);
  await ann.get(`${purchaseRequest.path}/${asked.id}/print?lang=en`);
  await ann.post(`${purchaseRequest.path}/from-needs`, { all: true });
  const planned = await samples.record(budget);
  await ann.get(`${budget.path}/${planned.id}/actual`);
  const category = await samples.record(voucherCategory);
  await ann.get(`${budget.path}/check?categoryId=${category.id}&amount=1000`);
  await ann.post(`${budget.path}/from-actual`, { year: 2026, percent: 5, purpose: 'OPERATION' });
  // A budget is approved by another person than its submitter, and closed after its year.
  const over = await samples.record(budget);
  await change(budget, over.id, { status: 'PENDING', submittedById: null, year: 2000 });
  await ann.put(`${budget.path}/${over.id}/approve`, {});
  await ann.post(`${budget.path}/${over.id}/revise`, {});
  await ann.put(`${budget.path}/${over.id}/close`, {});
  const take = await samples.record(stockTake);
  await ann.put(`${stockTake.path}/${take.id}/start`, {});
  const { data } = await ann.get<Row[]>(`${stockTake.path}/${take.id}/lines`);
  const lines = data.map(({ supplyId, warehouseId }) => ({ supplyId, warehouseId, quantity: 1 }));
  await ann.put(`${stockTake.path}/${take.id}/count`, { lines });
  await ann.get(`${stockTake.path}/${take.id}/print?lang=vi`);
  await ann.put(`${stockTake.path}/${take.id}/finish`, {});
  const lineIds = data.map(({ id: line }) => line);
  await ann.put(`${stockTake.path}/${take.id}/reject`, { lineIds, reason: 'Once more' });
}
