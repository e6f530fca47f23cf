import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import type { Samples } from './samples.ts';
import type { Site } from './world.ts';

/** Calls with success what stores answer beside the standard calls. */
export async function callStores({ ann }: Pick<Site, 'ann'>, samples: Samples): Promise<void> {
  const { id } = await samples.record(supply);
  await ann.get(`${supply.path}/${id}/card?from=2026-01-01&to=2026-12-31`);
  await ann.get(`${supply.path}/needs`);
  const paper = await samples.record(stockDocument);
  await ann.get(`${stockDocument.path}/${paper.id}/print?lang=vi`);
  const asked = await samples.record(purchaseRequest);
  await ann.get(`${purchaseRequest.path}/${asked.id}/print?lang=en`);
  await ann.post(`${purchaseRequest.path}/from-needs`, { all: true });
}
