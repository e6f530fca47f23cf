import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { build } from '../../../kit/records/records.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { passGoesOn } from '../pass/passes.ts';
import { plain } from './guests.ts';

/** Fields that the next visit of a pass keeps. */
const KEPT = [
  'name',
  'phone',
  'identifier',
  'guestType',
  'guestId',
  'constructionId',
  'unitId',
  'inviterId',
  'contactId',
  'destination',
  'vehicleType',
  'contactName',
  'relationship',
  'companions',
  'purpose',
  'plate',
  'passUse',
  'passUntil',
  'passDays',
  'passHours',
  'passId',
  'passCode',
  'blocked',
  'watched',
] as const;

/** Creates the next visit of a repeated pass when one ends. */
export async function nextVisit(ctx: Ctx, visit: Doc<typeof visitor>): Promise<Change[]> {
  await holdKeys([visit]);
  const isOver = visit.passUntil !== null && clockAt(ctx.now, ctx.project.timeZone).day >= visit.passUntil;
  if (visit.passUse !== 'REPEATED' || isOver) return [];
  const copy = Object.fromEntries(KEPT.map(name => [name, plain(ctx, name, visit[name])]));
  const insert = await build(ctx, visitor, { ...copy, status: 'APPROVED' });
  const pass = await passGoesOn(ctx, visit, insert);
  return pass ? [{ definition: visitor, action: 'create', insert }, ...pass] : [];
}
