import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import type { Ending } from '../../platform/server-module.ts';
import { passBehaviour } from './pass-acts.ts';
import { visitBehaviour } from './rules.ts';

const MOST = 500;

/** Guests who are still to come, and passes that still let in; who works in the unit does not come for the household. */
export async function openVisits(ctx: Ctx, unitId: string): Promise<Ending[]> {
  const [visits, passes] = await Promise.all([
    records(visitor).find(ctx, { unitId, status: { $in: ['WAITING', 'APPROVED'] } }, { limit: MOST }),
    records(visitorPass).find(ctx, { unitId, status: 'ACTIVE', subject: { $ne: 'WORKER' } }, { limit: MOST }),
  ]);
  const { cancel } = untyped(visitBehaviour).acts;
  const { revoke } = untyped(passBehaviour).acts;
  return [
    ...visits.flatMap(doc => (cancel ? [{ definition: visitor, name: 'cancel', doc, rule: cancel }] : [])),
    ...passes.flatMap(doc => (revoke ? [{ definition: visitorPass, name: 'revoke', doc, rule: revoke }] : [])),
  ];
}
