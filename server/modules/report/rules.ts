import { employee, WORKING } from '@lobby/shared/modules/employee.ts';
import type { ReportShape, report } from '@lobby/shared/modules/report.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import type { Action, BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { isAdmin } from '../../platform/auth/rights/admins.ts';
import { faultsOf, sourceFor } from './plan.ts';

/** A report with defaults for missing parts. */
export const shapeOf = (doc: Readonly<Record<string, unknown>>): ReportShape => ({
  columns: [],
  filters: [],
  groups: [],
  totals: [],
  sorts: [],
  limit: null,
  ...(doc as Pick<ReportShape, 'source'> & Partial<ReportShape>),
});

/** Refuses a report with fields that are not allowed, by line. */
export function assertNoFaults(shape: ReportShape): void {
  const errors = faultsOf(shape);
  if (Object.keys(errors).length > 0) failFields(errors, 'REPORT_FIELD_NOT_ALLOWED');
  if (shape.columns.length + shape.groups.length + shape.totals.length === 0)
    failFields({ columns: { code: 'REQUIRED' } });
}

/** Only the owner shares a report; an Admin may also reassign it. */
const assertOwner = (ctx: Ctx, doc: Doc<typeof report>) => doc.ownerId === ctx.employeeId || fail('REPORT_NOT_YOURS');

const share: Action<typeof report, 'share'> = (ctx, doc, { shared }) => {
  assertOwner(ctx, doc);
  return { set: { shared, privateToId: shared === 'PRIVATE' ? doc.ownerId : null } };
};

const give: Action<typeof report, 'give'> = async (ctx, doc, { ownerId }) => {
  if (!(await isAdmin(ctx))) assertOwner(ctx, doc);
  const isOwner = await records(employee).exists(ctx, { _id: ownerId, status: { $in: [...WORKING] } });
  if (!isOwner) failFields({ ownerId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  return { set: { ownerId, privateToId: doc.shared === 'PRIVATE' ? ownerId : null } };
};

/** Pauses the schedules that send an archived report. */
const archive: Action<typeof report, 'archive'> = async (ctx, doc) => {
  const schedules = await records(reportSchedule).find(ctx, { status: 'ACTIVE', 'what.reportId': doc._id });
  const set = { status: 'PAUSED', reason: text(ctx, 'report-schedule.pausedBy.archived') };
  return {
    with: schedules.map(schedule => ({ definition: reportSchedule, action: 'pause', update: { doc: schedule, set } })),
  };
};

export const reportBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' || kind === 'restore') return values;
    const whole = { ...doc, ...values };
    if (doc && values.source !== undefined && values.source !== doc.source) failFields({ source: { code: 'INVALID' } });
    const shape = shapeOf(whole);
    if (
      !doc ||
      Object.keys(values).some(name => name in shape && name !== 'limit' && Array.isArray(fieldOf(values, name)))
    ) {
      sourceFor(ctx, shape.source);
      assertNoFaults(shape);
    }
    return doc ? values : { ...values, ownerId: ctx.employeeId, shared: 'PRIVATE', privateToId: ctx.employeeId };
  },
  actions: { archive, share, give },
} satisfies BehaviourOf<typeof report>;
