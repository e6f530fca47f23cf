import { HOUSEHOLD_ROLES, residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { records } from '../../../kit/store/records.ts';

/** Whether a resident represents the household; invoices show their buyer unmasked. */
export const isOfHousehold = ({ projectId, residentId, unitId }: Ctx): Promise<boolean> =>
  records(residency).exists({ projectId }, { residentId, unitId, living: true, role: { $in: HOUSEHOLD_ROLES } });

/** Refuses residents who do not represent the household; staff are checked by their permissions. */
export async function assertOfHousehold(ctx: Ctx): Promise<void> {
  if (ctx.kind === 'resident' && !(await isOfHousehold(ctx))) fail('EMPLOYEE_NOT_HAVE_PERMISSION');
}
