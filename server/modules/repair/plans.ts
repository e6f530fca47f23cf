import { CARE, CARE_KINDS, type CareKind } from '@lobby/shared/modules/care.ts';
import type { WorkTarget } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

type Values = Record<string, unknown>;
export interface Target {
  name: WorkTarget;
  id: string;
}
/** By which field of a plan a thing is looked after. */
const COVERED = { deviceId: 'deviceIds', systemId: 'systemIds', assetId: 'assetIds', placeId: 'placeIds' } as const;

/** The plans of a kind that run and look after a thing. */
export const plansFor = (
  ctx: Ctx,
  { name, id }: Target,
  thing: Values,
  kind: CareKind,
  session?: Session,
): Promise<Stored[]> =>
  modelOf(maintenancePlan)
    .find({
      projectId: ctx.projectId,
      deletedAt: null,
      status: 'ACTIVE',
      kind,
      $or: [{ [COVERED[name]]: id }, ...(name === 'deviceId' ? [{ systemIds: thing.systemId }] : [])],
    })
    .session(session ?? null)
    .maxTimeMS(2000)
    .lean<Stored[]>();

/** The next dates of a thing that its plans keep, as they are; refuses others at their fields. */
export async function keptDates(ctx: Ctx, name: WorkTarget, doc: Stored, given: Values = {}): Promise<Values> {
  const kept: Values = {};
  for (const kind of name === 'assetId' ? CARE_KINDS.slice(0, 1) : CARE_KINDS) {
    const [plan] = await plansFor(ctx, { name, id: doc._id }, doc, kind);
    if (!plan) continue;
    const { next } = CARE[kind];
    const code = 'KEPT_BY_PLAN';
    if (next in given && (given[next] ?? null) !== (doc[next] ?? null))
      failFields({ [next]: { code, params: { plan: String(plan.name) } } }, code);
    kept[next] = doc[next] ?? null;
  }
  return kept;
}
