import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { Flag, Permissions } from '@lobby/shared/kit/permissions.ts';
import { DECLARED } from '@lobby/shared/modules/declared.ts';
import { employee, position, WORKING } from '@lobby/shared/modules/employee.ts';
import { grantRights, positionRights } from '@lobby/shared/modules/position.contract.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { db } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { records } from '../../../kit/store/records.ts';
import { save, VersionConflict } from '../../../kit/store/save.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { assertNotAdmin } from '../admin.ts';
import type { StoredPosition } from './grants.ts';
import { onlyRightsHeld } from './grants.ts';

type Granted = Record<string, Flag[]>;

/** Permissions of a position in answers: declared flags in order, no modules without any. */
function grantedBy(doc: StoredPosition): Granted {
  const held: Permissions = doc.permissions ?? {};
  const rows = [...DECLARED].map(([code, flags]): [string, Flag[]] => [
    code,
    flags.filter(flag => doc.admin === true || held[code]?.includes(flag)),
  ]);
  return Object.fromEntries(rows.filter(([, flags]) => flags.length > 0));
}

async function shown(ctx: Ctx, doc: StoredPosition): Promise<AnswerOf<typeof positionRights>> {
  const holders = await records(employee).find(
    ctx,
    { positionIds: doc._id, status: { $in: [...WORKING] } },
    { sort: { 'sorted.name': 1 }, limit: 500, patience: 2000 },
  );
  return {
    id: doc._id,
    version: doc.version,
    admin: doc.admin === true,
    permissions: grantedBy(doc),
    holders: holders.map(holder => ({ id: holder._id, name: holder.name })),
  };
}

/** A position with its permissions, which are not a field of the definition. */
async function whole(ctx: Ctx, id: string): Promise<StoredPosition> {
  await load(ctx, position, id);
  const doc = await db()
    .collection<StoredPosition>(collectionOf(position))
    .findOne({ _id: id, projectId: ctx.projectId, deletedAt: null });
  return doc ?? fail('NOT_FOUND');
}

async function grant(ctx: Ctx, id: string, version: number, rights: Granted): Promise<void> {
  const doc = await whole(ctx, id);
  assertNotAdmin(doc);
  if (doc.version !== version) fail('DATA_STALE', { current: await shown(ctx, doc) });
  await onlyRightsHeld(ctx, rights, grantedBy(doc));
  const held = doc.permissions ?? {};
  // Permissions of unknown modules are kept.
  const others = Object.entries(held).filter(([code]) => !DECLARED.has(code));
  const permissions = { ...Object.fromEntries(others), ...rights };
  const before = grantedBy(doc);
  const after = grantedBy({ ...doc, permissions });
  const codes = [...DECLARED.keys()].filter(code => before[code]?.join() !== after[code]?.join());
  const only = (all: Granted) => Object.fromEntries(codes.map(code => [code, all[code] ?? []]));
  try {
    await save(ctx, [
      {
        definition: position,
        action: 'permissions',
        update: { doc, set: { permissions } },
        note: { before: { permissions: only(before) }, after: { permissions: only(after) } },
      },
    ]);
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
    fail('DATA_STALE', { current: await shown(ctx, await whole(ctx, id)) });
  }
}

/** Reading and setting the permissions of a position; changes apply to open connections at once. */
export const permissionRoutes: Route[] = [
  route(positionRights, {
    flags: ['read'],
    run: async (ctx, { params }) => shown(ctx, await whole(ctx, params.id)),
  }),
  route(grantRights, {
    flags: ['write'],
    async run(ctx, { params, body }) {
      const rights = Object.fromEntries(
        Object.entries(body.permissions as Record<string, Flag[] | undefined>).map(([code, flags]) => [
          code,
          [...new Set(flags)],
        ]),
      );
      await grant(ctx, params.id, body.version, rights);
      return shown(ctx, await whole(ctx, params.id));
    },
  }),
];
