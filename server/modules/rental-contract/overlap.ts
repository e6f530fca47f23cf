import { fold } from '@lobby/shared/kit/text-search.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { type ImportRow, oncePerImport } from '../../kit/records/behaviour.ts';
import type { DoneOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';

const WHAT = ['unitId', 'rooms', 'startDate', 'expiryDate'] as const;

/** What of a contract says whether it lets the same as another; rows of an import have no id yet. */
export type Let = Readonly<
  Pick<Values<typeof rentalContract>, (typeof WHAT)[number] | 'code' | 'status'> & { _id?: string }
>;

/** Key of contracts that let the whole unit. */
const WHOLE = '';

const roomsOf = ({ rooms }: Let): string[] => {
  const named = fold(rooms ?? '').split(/[,;]/);
  return named.map(room => room.trim()).filter(room => room !== WHOLE);
};

const daysOf = ({ startDate, expiryDate }: Let) => ({ start: startDate ?? '', end: expiryDate ?? '' });
const onSameDays = (first: Let, other: Let) =>
  daysOf(first).start <= daysOf(other).end && daysOf(first).end >= daysOf(other).start;

/** Contracts by unit and room. */
class Lettings {
  readonly #units = new Map<Let['unitId'], Map<string, Let[]>>();

  add(contract: Let): void {
    const unit = this.#units.get(contract.unitId) ?? new Map<string, Let[]>();
    this.#units.set(contract.unitId, unit);
    const rooms = roomsOf(contract);
    for (const room of rooms.length > 0 ? rooms : [WHOLE]) unit.set(room, [...(unit.get(room) ?? []), contract]);
  }

  /** A contract for the same days that lets the whole unit or a common room. */
  against(contract: Let): Let | undefined {
    const unit = this.#units.get(contract.unitId);
    const rooms = roomsOf(contract);
    const groups =
      rooms.length > 0 ? [WHOLE, ...rooms].map(room => unit?.get(room) ?? []) : [...(unit?.values() ?? [])];
    // Import rows have no id yet.
    return groups.flat().find(other => (!contract._id || other._id !== contract._id) && onSameDays(contract, other));
  }
}

const loadRunning = (ctx: Ctx, unitIds: readonly string[], session?: Session) =>
  records(rentalContract)
    .in(session)
    .find(ctx, { unitId: { $in: unitIds }, status: 'ACTIVE' });

async function running(ctx: Ctx, unitIds: readonly string[], session?: Session): Promise<Lettings> {
  const all = new Lettings();
  for (const contract of await loadRunning(ctx, unitIds, session)) all.add(contract);
  return all;
}

const CODE = 'CONTRACT_OVERLAPS';
const refuse = (field: string, other: Let): never =>
  failFields({ [field]: { code: CODE, params: { code: other.code ?? '' } } }, CODE);

/** Refuses a contract that overlaps with an active one of the unit. */
export async function assertNoOverlap(ctx: Ctx, doc: Let, field = 'unitId', session?: Session): Promise<void> {
  const other = (await running(ctx, doc.unitId ? [doc.unitId] : [], session)).against(doc);
  if (other) refuse(field, other);
}

const runningBeside = oncePerImport((ctx, rows) =>
  running(ctx, [...new Set(rows.flatMap(({ values: { unitId } }) => (typeof unitId === 'string' ? unitId : [])))]),
);

/** The same for an import row, which must not overlap with earlier rows either. */
export async function assertNoOverlapIn(ctx: Ctx, rows: readonly ImportRow[], values: Let): Promise<void> {
  const all = await runningBeside(ctx, rows);
  const other = all.against(values);
  if (other) refuse('unitId', other);
  all.add(values);
}

/** Whether the unit, rooms or dates of a contract differ. */
export const isLetOtherwise = (before: Let, doc: Let): boolean => WHAT.some(name => doc[name] !== before[name]);

/** Checks again in the transaction: concurrent contracts of a unit write to it and are serialised. */
export async function onlyOne(ctx: Ctx, session: Session, done: DoneOf<typeof rentalContract>): Promise<void> {
  const { kind, doc, before } = done;
  if (doc?.status !== 'ACTIVE' || (kind === 'update' && !isLetOtherwise(before, doc))) return;
  if (kind !== 'import') return alone(ctx, session, doc);
  // Once per unit of an import, for all its rows.
  const first = done.rows.find(({ values, doc: stored }) => !stored && values.unitId === doc.unitId);
  if (first?.values.code === doc.code) await eachAlone(ctx, session, doc.unitId);
}

/** Refuses an overlapping contract within its transaction. */
export async function alone(
  ctx: Ctx,
  session: Session,
  doc: Doc<typeof rentalContract>,
  field?: string,
): Promise<void> {
  await serializeBy(`lettings of ${doc.unitId}`, session);
  await assertNoOverlap(ctx, doc, field, session);
}

async function eachAlone(ctx: Ctx, session: Session, unitId: string): Promise<void> {
  await serializeBy(`lettings of ${unitId}`, session);
  const seen = new Lettings();
  for (const contract of await loadRunning(ctx, [unitId], session)) {
    const other = seen.against(contract);
    if (other) refuse('unitId', other);
    seen.add(contract);
  }
}
