import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { oncePerImport } from '../../kit/records/behaviour.ts';
import type { DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { assertUnused } from '../../kit/store/refs/inbound-refs.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { type Change, VersionConflict } from '../../kit/store/save.ts';
import { livedIn } from '../resident/index.ts';
import { aboveAll, orderIn, type Placed, placesInList, storeyLetters } from './floor-order.ts';

/** A unit must be on a floor of its own block (rules.md 8: invalid floor). */
export async function onOwnFloor(ctx: Ctx, { values, doc }: RequestOf<typeof unit>): Promise<Values<typeof unit>> {
  const { blockId, floorId } = { ...doc, ...values };
  if (values.blockId === undefined && values.floorId === undefined) return values;
  if (!floorId) return values;
  const { blockId: floorBlock } = await needRef(ctx, floor, floorId, 'floorId');
  if (floorBlock !== blockId) failFields({ floorId: { code: 'FLOOR_INVALID' } }, 'FLOOR_INVALID');
  return values;
}

/** A unit with residents is not empty; one without may be in use, like a shop. */
export async function notEmptied(
  ctx: Ctx,
  unitId: string,
  state: Values<typeof unit>['state'],
  session?: Session,
): Promise<void> {
  if (state !== 'EMPTY' || (await livedIn(ctx, [unitId], [], session)).size === 0) return;
  failFields({ state: { code: 'UNIT_LIVED_IN' } }, 'UNIT_LIVED_IN');
}

const fileOrder = oncePerImport(async (ctx, rows) => {
  const places = new Map<unknown, number>();
  const named = Map.groupBy(rows, ({ values }) => values.blockId);
  for (const [blockId, floors] of named) {
    const { name, there } = await loadFloors(ctx, blockId);
    const orders = placesInList(
      floors.map(({ values }) => String(values.name)),
      name,
      there,
    );
    for (const [n, { values }] of floors.entries()) places.set(values, orders[n] ?? 0);
  }
  return places;
});

async function loadFloors({ projectId }: Ctx, blockId: unknown): Promise<{ name: string; there: Placed[] }> {
  const [of, floors] = await Promise.all([
    records(block).withRemoved().get({ projectId }, blockId),
    records(floor).find(
      { projectId },
      { blockId: typeof blockId === 'string' ? blockId : '' },
      { only: ['name', 'order'] },
    ),
  ]);
  return {
    name: of?.name ?? '',
    there: floors.map(item => ({ name: item.name, order: item.order ?? 0 })),
  };
}

/** Floors of the block on which the order of a new floor is based, by the creating request. */
const placedBy = new WeakMap<Ctx, string>();
const allNames = (floors: readonly { name: string }[]) => JSON.stringify(floors.map(({ name }) => name).toSorted());

/** Concurrently created floors are serialised: a new one in between causes a retry. */
export async function placeInTurn(ctx: Ctx, session: Session, { blockId }: Doc<typeof floor>): Promise<void> {
  const seen = placedBy.get(ctx);
  if (seen === undefined) return;
  await serializeBy(`floors:${blockId}`, session);
  const floors = await records(floor)
    .in(session)
    .find(ctx, { blockId }, { only: ['name'] });
  if (allNames(floors) !== seen) throw new VersionConflict();
}

/** Completes a floor with its order; its block is fixed while units are on it. */
export async function placeFloor(ctx: Ctx, request: RequestOf<typeof floor>): Promise<Values<typeof floor>> {
  const { values, doc } = request;
  if (doc && typeof values.blockId === 'string' && values.blockId !== doc.blockId)
    await assertUnused(ctx, floor, doc, [unit], 'FLOOR_IN_USE');
  if (doc) return values;
  if (request.kind === 'import') {
    if (typeof values.order === 'number') return values;
    const placed = (await fileOrder(ctx, request.rows)).get(values);
    if (placed !== undefined) return { ...values, order: placed };
  }
  const { name, there } = await loadFloors(ctx, values.blockId);
  if (request.kind === 'create') placedBy.set(ctx, allNames(there));
  if (typeof values.order === 'number') return values;
  const called = values.name ?? '';
  const storeys = storeyLetters([called, ...there.map(item => item.name)], name);
  return { ...values, order: orderIn(called, storeys) ?? aboveAll(there) };
}

/** Reorders floors taken for basements before a new floor showed the meaning of their letter: `B10` for `B1`. */
export async function placeAnew(ctx: Ctx, done: DoneOf<typeof floor>): Promise<Change[]> {
  if (done.kind !== 'create' && done.kind !== 'import') return [];
  const { blockId, name } = done.doc;
  const rows = done.kind === 'import' ? done.rows.filter(({ values }) => values.blockId === blockId) : [];
  // The first row of a block in an import does it for all.
  if (rows.length > 0 && rows[0]?.values.name !== name) return [];
  const [of, floors] = await Promise.all([
    records(block).withRemoved().get(ctx, blockId),
    records(floor).find(ctx, { blockId }),
  ]);
  const before = floors.map(item => item.name);
  const added = [name, ...rows.map(({ values }) => String(values.name))];
  const letters = storeyLetters(before, of?.name);
  const lettersNow = storeyLetters([...before, ...added], of?.name);
  return floors.flatMap(doc => {
    const order = orderIn(doc.name, lettersNow);
    const isAsRead = doc.order === orderIn(doc.name, letters);
    return isAsRead && order !== null && order !== doc.order
      ? [{ definition: floor, action: 'update', update: { doc, set: { order } } }]
      : [];
  });
}
