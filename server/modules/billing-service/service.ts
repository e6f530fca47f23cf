import { tariff } from '@lobby/shared/modules/tariff.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Behaviour, Done } from '../../kit/records/behaviour.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

const tariffOf = (doc: Stored | null): string | null =>
  doc && !doc.deletedAt && typeof doc.tariffId === 'string' ? doc.tariffId : null;

/** Tariffs count the services that use them. */
async function countServices({ projectId }: Ctx, { doc, before }: Done): Promise<Change[]> {
  const [now, was] = [tariffOf(doc), tariffOf(before)];
  if (now === was) return [];
  const ids = [now, was].filter(id => id !== null);
  const found = await modelOf(tariff)
    .find({ projectId, _id: { $in: ids }, deletedAt: null })
    .lean<Stored[]>();
  return found.map(one => ({
    definition: tariff,
    action: 'update',
    update: { doc: one, set: {}, inc: { services: one._id === now ? 1 : -1 }, keepVersion: true },
  }));
}

export const serviceBehaviour: Behaviour = { changes: countServices };
