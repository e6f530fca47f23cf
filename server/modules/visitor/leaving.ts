import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import type { Ending } from '../resident/index.ts';
import { passBehaviour } from './pass-acts.ts';
import { acts } from './rules.ts';

const MOST = 500;

/** Guests who are still to come, and passes that still let in; who works in the unit does not come for the household. */
export async function openVisits({ projectId }: Ctx, unitId: string): Promise<Ending[]> {
  const own = { projectId, deletedAt: null, unitId };
  const [visits, passes] = await Promise.all([
    modelOf(visitor)
      .find({ ...own, status: { $in: ['WAITING', 'APPROVED'] } })
      .limit(MOST)
      .maxTimeMS(5000)
      .lean<Stored[]>(),
    modelOf(visitorPass)
      .find({ ...own, status: 'ACTIVE', subject: { $ne: 'WORKER' } })
      .limit(MOST)
      .maxTimeMS(5000)
      .lean<Stored[]>(),
  ]);
  const { cancel } = acts;
  const revoke = passBehaviour.acts?.revoke;
  return [
    ...visits.flatMap(doc => (cancel ? [{ definition: visitor, name: 'cancel', doc, rule: cancel }] : [])),
    ...passes.flatMap(doc => (revoke ? [{ definition: visitorPass, name: 'revoke', doc, rule: revoke }] : [])),
  ];
}
