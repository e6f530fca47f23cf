import { datesInOrder, feeDates } from '@lobby/shared/billing/dates.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths, monthOf } from '@lobby/shared/kit/dates.ts';
import { fieldSchema, idSchema, monthSchema } from '@lobby/shared/kit/schema.ts';
import { billRun, OPEN_RUNS } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Response } from 'express';
import { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { publishProgress } from '../../../kit/jobs/runs.ts';
import { build } from '../../../kit/records/records.ts';
import { records } from '../../../kit/store/records.ts';
import { checkRefs, loadRefs } from '../../../kit/store/refs/refs.ts';
import { save } from '../../../kit/store/save.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { assertNotLocked, checkDay } from '../../lock-date/index.ts';
import type { RunDoc } from '../types.ts';
import { runBillsSoon } from './run.ts';
import { scopeKeyOf, scopeOfRun } from './scope.ts';

/** Refuses locked months, months before billing started, and months after the next. */
async function assertMonth(ctx: Ctx, month: string): Promise<void> {
  const { startMonth } = await billingSettings(ctx.projectId);
  const last = addMonths(monthOf(todayOf(ctx)), 1);
  if (month > last || (startMonth !== null && month < startMonth))
    failFields({ month: { code: 'INVALID_FEE_MONTH' } }, 'INVALID_FEE_MONTH');
  await assertNotLocked(ctx, 'receivable', monthPeriod(month).end, 'month');
}

const list = (max: number) => z.array(idSchema).max(max).optional();
const date = fieldSchema({ kind: 'date' }).optional();
const body = z.strictObject({
  month: monthSchema,
  serviceIds: z.array(idSchema).min(1).max(50),
  scope: z.strictObject({ blockIds: list(50), floorIds: list(200), labelIds: list(20), unitIds: list(500) }).optional(),
  noticeMonth: fieldSchema({ kind: 'month' }).optional(),
  paymentDueDate: date,
  dryRun: z.boolean().optional(),
  releaseAfter: z.boolean().optional(),
  accountingDate: date,
  note: fieldSchema(billRun.fields.note).optional(),
});
type RunBody = z.infer<typeof body>;

const EMPTY = {
  unitIds: 'EMPTY_APARTMENT_SELECTED',
  blockIds: 'EMPTY_BUILDING_SELECTED',
  floorIds: 'EMPTY_FLOOR_SELECTED',
} as const;

function assertNothingEmpty({ scope = {} }: RunBody): void {
  for (const [name, code] of Object.entries(EMPTY))
    if (scope[name as keyof typeof EMPTY]?.length === 0) failFields({ [`scope.${name}`]: { code } }, code);
}

async function assertServices({ projectId }: Ctx, serviceIds: readonly string[]): Promise<void> {
  const named = await loadRefs(projectId, service, serviceIds);
  if (named.size < new Set(serviceIds).size) failFields({ serviceIds: { code: 'REFERENCE_NOT_FOUND' } });
  if ([...named.values()].some(({ active, repeatable }) => !active || repeatable))
    failFields({ serviceIds: { code: 'SERVICE_NOT_ACTIVE' } }, 'SERVICE_NOT_ACTIVE');
}

/** Refuses dates in the wrong order, and accounting dates in a locked period. */
async function assertDates(ctx: Ctx, { month, noticeMonth, paymentDueDate, accountingDate }: RunBody): Promise<void> {
  if (paymentDueDate) {
    const { sending } = feeDates(await billingSettings(ctx.projectId), noticeMonth ?? month);
    const wrong = datesInOrder({ sending, due: paymentDueDate }, { due: 'paymentDueDate' });
    if (Object.keys(wrong).length > 0) failFields(wrong, 'FEE_DATES_ORDER');
  }
  if (accountingDate) await checkDay(ctx, 'receivable', accountingDate, 'accountingDate');
}

/** The open run of the same month, services and units. */
const findOpenRun = (ctx: Ctx, month: string, scopeKey: string) =>
  records(billRun).first(ctx, { month, scopeKey, status: { $in: OPEN_RUNS } });

const answer = z.object({ id: z.string(), progressId: z.string() });

export const startRoute: Route = route({
  method: 'post',
  path: billRun.path,
  summary: 'Make the bills of a month, or look first at what they would be; of one like it that is open its id',
  module: billRun.code,
  flags: ['write'],
  creates: true,
  status: 202,
  body,
  answer,
  async run(ctx, { body: request, res }) {
    const { scope = {}, ...rest } = request;
    if (request.releaseAfter && !can(ctx, billRun.code, 'updateStatus'))
      fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: billRun.code });
    assertNothingEmpty(request);
    await checkRefs(ctx, billRun.fields, scope);
    await assertMonth(ctx, request.month);
    await assertServices(ctx, request.serviceIds);
    await assertDates(ctx, request);
    const values = { ...rest, ...scope };
    const scopeKey = scopeKeyOf(values);
    const open = await findOpenRun(ctx, request.month, scopeKey);
    if (open) return answerOpen(open, res);
    const units = await records(unit).count(ctx, scopeOfRun(ctx.projectId, values));
    if (units === 0) fail('RUN_SCOPE_EMPTY');
    const status = request.dryRun ? 'PREVIEWING' : 'RUNNING';
    const began = { startedBy: ctx.employeeId ?? null, startedAt: ctx.now };
    const insert = await build(ctx, billRun, { ...values, ...began, units, scopeKey, status });
    try {
      await save(ctx, [{ definition: billRun, action: 'create', insert }], { id: insert._id, progressId: insert._id });
    } catch (error) {
      const theirs = await findOpenRun(ctx, request.month, scopeKey);
      if (!theirs || theirs._id === insert._id) throw error;
      return answerOpen(theirs, res);
    }
    await publishRunProgress(ctx, insert);
    runBillsSoon();
    return answered(insert);
  },
});

const answered = ({ _id }: Pick<RunDoc, '_id'>) => ({ id: _id, progressId: _id });
/** The same run was already started. */
const answerOpen = (run: RunDoc, res: Response) => {
  res.status(200);
  return answered(run);
};

export const publishRunProgress = (ctx: Ctx, { _id, units }: RunDoc): Promise<void> =>
  publishProgress(ctx, { _id, entity: billRun.name, action: 'start', of: units });
