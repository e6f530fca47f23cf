import { asset } from '@lobby/shared/modules/asset.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import type { Caller } from './caller.ts';
import type { Samples } from './samples.ts';

/** Calls of what keeps a building going that no definition tells how to make. */
export async function callUpkeep({ ann }: { ann: Caller }, samples: Samples): Promise<void> {
  const [first, second] = [await samples.record(hotline), await samples.record(hotline)];
  await ann.put(`${hotline.path}/${second.id}/move`, { beforeId: first.id });
  const thing = await samples.record(asset);
  const { data } = await ann.get<{ token: string }>(`${asset.path}/${thing.id}/qr`);
  await ann.get(`/q/${data.token}`);
  await ann.get(`${asset.path}/qr-sheet?ids[]=${thing.id}`);
  await ann.get(`${asset.path}/next-code`);
}
