import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { build } from '../../kit/records/records.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { plain } from './guests.ts';
import { passGoesOn } from './passes.ts';

/** What a further visit of the same pass keeps. */
const AGAIN = [
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
];

/** A pass that counts more than once waits for its next visit when one ends. */
export async function nextVisit(ctx: Ctx, doc: Stored): Promise<Change[]> {
  await holdKeys([doc]);
  const over = typeof doc.passUntil === 'string' && clockAt(ctx.now, ctx.project.timeZone).day >= doc.passUntil;
  if (doc.passUse !== 'REPEATED' || over) return [];
  const kept = Object.fromEntries(AGAIN.map(name => [name, plain(ctx, name, doc[name])]));
  const insert = await build(ctx, visitor, { ...kept, status: 'APPROVED' });
  const pass = await passGoesOn(ctx, doc, insert);
  return pass ? [{ definition: visitor, action: 'create', insert }, ...pass] : [];
}
