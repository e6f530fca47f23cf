import { fold } from '@lobby/shared/kit/text-search.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf, filled, keysOf, nested, type Stored, sealed } from '../kit/store/schema.ts';
import { orderIn } from '../modules/unit/index.ts';
import type { Migration } from './migrate.ts';

/** A unit as it was: its floor a text. */
type Old = Stored & { floor?: string; blockId?: string };
const units = () => db().collection<Old>(collectionOf(unit));
const floors = () => db().collection<Stored>(collectionOf(floor));

/** Units named their floor by a text: it becomes a record of its block, and what units have gained since is filled in. */
export const floorsOfUnits: Migration = {
  name: '2026-11-21 floors',
  async run() {
    const old = units().aggregate<{ _id: { projectId: string; blockId: string; floor: string } }>([
      { $match: { floor: { $type: 'string' } } },
      { $group: { _id: { projectId: '$projectId', blockId: '$blockId', floor: '$floor' } } },
    ]);
    for await (const { _id } of old) {
      const floorId = await floorOf(_id.projectId, _id.blockId, _id.floor);
      await units().updateMany(_id, { $set: { floorId }, $unset: { floor: '' } });
    }
    for (const [name, value] of Object.entries(filled(unit, { type: 'APARTMENT' })))
      await units().updateMany({ [name]: { $exists: false } }, { $set: { [name]: value } });
  },
};

/** The record of a floor, made where a run that was cut off has not made it yet. */
async function floorOf(projectId: string, blockId: string, name: string): Promise<string> {
  const known = await floors().findOne({
    projectId,
    blockId,
    'uniq.name': `${blockId} ${fold(name)}`,
    deletedAt: null,
  });
  if (known) return known._id;
  const at = new Date();
  const block = await db().collection<Stored>('blocks').findOne({ _id: blockId });
  const doc = filled(floor, { name, blockId, order: orderIn(name) ?? 0 });
  const made: Stored = {
    _id: newId(),
    projectId,
    version: 1,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    ...nested(sealed(floor, projectId, doc)),
    keys: keysOf(floor, doc, { blockId: String(block?.name ?? '') }) ?? [],
  };
  await floors().insertOne(made);
  return made._id;
}
