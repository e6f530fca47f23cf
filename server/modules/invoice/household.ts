import { HOUSEHOLD_ROLES, residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { records } from '../../kit/store/records.ts';

/** Whether a resident speaks for the household: invoices name their buyer in plain. */
export const isOfHousehold = ({ projectId, residentId, unitId }: Ctx): Promise<boolean> =>
  records(residency).exists({ projectId }, { residentId, unitId, living: true, role: { $in: HOUSEHOLD_ROLES } });

/** Refuses a resident who does not speak for the household; staff are held by their flags. */
export async function assertOfHousehold(ctx: Ctx): Promise<void> {
  if (ctx.kind === 'resident' && !(await isOfHousehold(ctx))) fail('EMPLOYEE_NOT_HAVE_PERMISSION');
}
