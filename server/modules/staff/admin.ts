import { employee, position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { db, type Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { isAdmin } from '../../platform/auth/rights/admins.ts';
import { positionsOf } from './permissions/grants.ts';

const adminOf = (projectId: string) => ({ projectId, admin: true, deletedAt: null });

/** The Admin department and position are fixed (rules.md 6). */
export function assertNotAdmin(doc: Pick<Doc<typeof position>, 'admin'> | null): void {
  if (doc?.admin === true) fail('ADMIN_FIXED');
}

/** Only Admins assign or withdraw the Admin position. */
export async function onlyByAdmin(
  ctx: Ctx,
  values: Values<typeof employee>,
  doc: Doc<typeof employee> | null,
): Promise<void> {
  if (values.positionIds === undefined || ctx.kind === 'system') return;
  const chief = await loadChief(ctx);
  if (!chief || positionsOf(values).includes(chief._id) === positionsOf(doc).includes(chief._id)) return;
  if (!(await isAdmin(ctx))) failFields({ positionIds: { code: 'ADMIN_GIVEN_BY_ADMIN' } }, 'ADMIN_GIVEN_BY_ADMIN');
}

/** Refuses changes to an Admin's account by others than Admins: they could take over or lock out the Admin. */
export async function onlyAdminMovesAdmin(
  ctx: Ctx,
  doc: Doc<typeof employee>,
  fields: readonly string[] = [],
): Promise<void> {
  const chief = await loadChief(ctx);
  if (!chief || !positionsOf(doc).includes(chief._id) || (await isAdmin(ctx))) return;
  if (fields.length === 0) fail('ADMIN_KEPT_BY_ADMIN');
  failFields(Object.fromEntries(fields.map(name => [name, { code: 'ADMIN_KEPT_BY_ADMIN' }])), 'ADMIN_KEPT_BY_ADMIN');
}

const loadChief = ({ projectId }: Ctx) => records(position).first({ projectId }, adminOf(projectId));

/** Refuses, within the transaction, to leave the Admin position without an active employee. */
export async function keepAdmin(ctx: Ctx, session: Session, before: Doc<typeof employee>): Promise<void> {
  if (before.status !== 'ACTIVE' || positionsOf(before).length === 0) return;
  const chief = await records(position)
    .in(session)
    .first(ctx, { ...adminOf(ctx.projectId), _id: { $in: positionsOf(before) } });
  if (!chief) return;
  // Of two concurrent changes the second counts again.
  await serializeBy(`admins of ${ctx.projectId}`, session);
  const left = await db()
    .collection<Doc<typeof employee>>(collectionOf(employee))
    .countDocuments(
      { projectId: ctx.projectId, positionIds: chief._id, status: 'ACTIVE', deletedAt: null },
      { session },
    );
  if (left === 0) fail('ADMIN_LAST');
}
