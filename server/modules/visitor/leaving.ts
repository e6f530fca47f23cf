import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import type { Ending } from '../../platform/server-module.ts';
import { guestBehaviour } from './guests.ts';
import { passBehaviour } from './pass-acts.ts';
import { visitBehaviour } from './rules.ts';

const MOST = 500;

/** Familiar guests, those who are still to come, and passes that still let in; who works in the unit does not come for the household. */
export async function openVisits(ctx: Ctx, unitId: string): Promise<Ending[]> {
  const [guests, visits, passes] = await Promise.all([
    records(guest).find(
      ctx,
      { unitId, insideNow: false, $or: [{ familiar: true }, { passState: 'ACTIVE' }] },
      { limit: MOST },
    ),
    records(visitor).find(ctx, { unitId, status: { $in: ['WAITING', 'APPROVED'] } }, { limit: MOST }),
    records(visitorPass).find(ctx, { unitId, status: 'ACTIVE', subject: { $ne: 'WORKER' } }, { limit: MOST }),
  ]);
  const { cancel } = untyped(visitBehaviour).acts;
  const { revoke } = untyped(passBehaviour).acts;
  const leave = untyped(guestBehaviour).acts['moved-out'];
  const tells = 'VISITS_ENDED' as const;
  return [
    // Before their passes, which tell the same of them.
    ...guests.flatMap(doc => (leave ? [{ definition: guest, name: 'moved-out', doc, rule: leave, tells }] : [])),
    ...visits.flatMap(doc => (cancel ? [{ definition: visitor, name: 'cancel', doc, rule: cancel, tells }] : [])),
    ...passes.flatMap(doc => (revoke ? [{ definition: visitorPass, name: 'revoke', doc, rule: revoke, tells }] : [])),
  ];
}
