import { noticeDates } from '@lobby/shared/billing/dates.ts';
import { fieldSchema, idSchema, monthSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice, NOTICE_DATES, type NoticesBuilt } from '@lobby/shared/modules/fee-notice.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, Refusal } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { newId, type Session } from '../../../kit/database/database.ts';
import { build } from '../../../kit/records/records.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { chargeByNotice, findHomes, publishBills, scopeOfRun } from '../../bill/index.ts';
import { assertBankAccount, notifyOfNotices } from '../publish.ts';
import { loadFigures } from '../state/figures.ts';
import { findAddressees, numberOf } from './addressee.ts';
import { assertDateOrder, assertNotPast, datesAsFields, datesFor, givenDates, sentFrom } from './dates.ts';

/** Units built in one transaction. */
export const CHUNK = 200;
const WITHIN_MS = 20_000;

const list = (max: number) => z.array(idSchema).max(max).optional();
const date = fieldSchema({ kind: 'date' }).optional();
export const askedSchema = z.strictObject({
  month: monthSchema,
  blockIds: list(50),
  floorIds: list(200),
  labelIds: list(20),
  unitIds: list(500),
  serviceIds: list(50),
  dates: z
    .strictObject(
      Object.fromEntries(NOTICE_DATES.map(name => [name, date])) as Record<(typeof NOTICE_DATES)[number], typeof date>,
    )
    .optional(),
  publish: z.boolean().optional(),
  dryRun: z.boolean().optional(),
});
export type BuildQuery = z.infer<typeof askedSchema>;

/** Units with unpublished bills up to the month, optionally of certain services only. */
export async function unitsWithNews({ projectId }: Ctx, query: BuildQuery): Promise<string[]> {
  const { month, serviceIds = [], ...scope } = query;
  const narrowed = [scope.blockIds, scope.floorIds, scope.labelIds, scope.unitIds].some(ids => ids && ids.length > 0);
  const homes: string[] | null = narrowed
    ? await records(unit).distinct({ projectId }, '_id', scopeOfRun(projectId, scope))
    : null;
  const found = await records(bill).distinct({ projectId }, 'unitId', {
    status: 'ACTIVE',
    type: 'NORMAL',
    publication: 'UNPUBLISHED',
    noticeMonth: { $lte: month },
    ...(homes && { unitId: { $in: homes } }),
    ...(serviceIds.length > 0 && { serviceId: { $in: serviceIds } }),
  });
  return found.toSorted();
}

/** Named units that have debt but no new bills; they get no notice, and are reported. */
export async function debtAlone(ctx: Ctx, { month, unitIds = [] }: BuildQuery, withNews: readonly string[]) {
  const others = unitIds.filter(id => !withNews.includes(id));
  if (others.length === 0) return [];
  const withNotice = new Set((await findStanding(ctx, month, others)).map(notice => notice.unitId));
  const owing = await records(bill).distinct(ctx, 'unitId', {
    status: 'ACTIVE',
    unitId: { $in: others.filter(id => !withNotice.has(id)) },
    remaining: { $gt: 0 },
  });
  return owing.map(unitId => ({ unitId, code: 'NOTICE_NOT_ABOVE_DEBT' as const }));
}

/** Notices of units and a month, without cancelled ones. */
export const findStanding = ({ projectId }: Ctx, month: string, unitIds: readonly string[]) =>
  records(feeNotice).find(
    { projectId },
    { month, unitId: { $in: [...unitIds] }, status: { $ne: 'CANCELLED' } },
    { patience: WITHIN_MS },
  );

/**
 * Builds the notices of a chunk: creates new ones, recalculates unpublished ones. Returns whether anything was stored; `also` runs in the same
 * transaction.
 */
export async function buildSome(
  ctx: Ctx,
  query: BuildQuery,
  unitIds: readonly string[],
  outcome: NoticesBuilt,
  also?: (session: Session) => Promise<void> | undefined,
): Promise<boolean> {
  const { month, publish = false, dryRun = false } = query;
  const settings = await billingSettings(ctx.projectId);
  const chosen = givenDates(query.dates ?? {});
  const { closing, due } = noticeDates(settings, month, chosen);
  const noticeByUnit = new Map((await findStanding(ctx, month, unitIds)).map(notice => [notice.unitId, notice]));
  const open = unitIds.filter(id => (noticeByUnit.get(id)?.status ?? 'UNPUBLISHED') === 'UNPUBLISHED');
  outcome.known += unitIds.length - open.length;
  if (publish && !dryRun) await chargeByNotice(ctx, open, { until: closing, due, noticeMonth: month });
  const asks = { month, closing, notices: new Map(open.map(id => [id, noticeByUnit.get(id)?._id ?? null])) };
  const [figures, homeIn] = await Promise.all([loadFigures(ctx, asks), findHomes(ctx, open)]);
  const addresseeOf = await findAddressees(ctx, open, homeIn);
  const docs: Doc<typeof feeNotice>[] = [];
  const rebuilt: Doc<typeof feeNotice>[] = [];
  const changes: Change[] = [];
  const bills: Doc<typeof bill>[] = [];
  const today = todayOf(ctx);
  for (const unitId of open) {
    const figure = figures.get(unitId);
    if (!figure || figure.newTotal <= 0) {
      outcome.skipped.push({ unitId, code: 'NOTICE_NOT_ABOVE_DEBT' });
      continue;
    }
    const usual = datesFor(settings, month, chosen, figure.firstDue);
    const dates = publish ? sentFrom(usual, today) : usual;
    if (publish && dates.due < today) {
      outcome.skipped.push({ unitId, code: 'FEE_DATE_IN_PAST' });
      continue;
    }
    outcome.sum += figure.totalPayment;
    const before = noticeByUnit.get(unitId);
    if (before) outcome.rebuilt++;
    else outcome.made++;
    if (dryRun) continue;
    const set = {
      ...homeIn(unitId),
      addressee: addresseeOf(unitId),
      ...figure.values,
      ...datesAsFields(dates),
      day: today,
      ...(publish && { status: 'PUBLISHED' as const, revision: 1 }),
    };
    bills.push(...figure.told);
    if (before) {
      changes.push({ definition: feeNotice, action: 'rebuild', update: { doc: before, set } });
      rebuilt.push({ ...before, ...set });
    } else {
      const doc = await build(ctx, feeNotice, { unitId, month, ...set });
      docs.push({ ...doc, number: numberOf(doc.code ?? '') });
    }
  }
  if (docs.length + changes.length === 0) return false;
  const published = publish ? [...docs, ...rebuilt] : [];
  await saveNew(ctx, newId(), {
    batches: [[{ definition: feeNotice, docs }]],
    beside: async () => [...changes, ...(await publishBills(ctx, published, publish ? bills : []))],
    async also(session) {
      await notifyOfNotices(ctx, published, session);
      await also?.(session);
    },
    answer: null,
  });
  return true;
}

/** Turns a concurrent creation into a conflict, so that the chunk is retried. */
export function lookAgain(error: unknown): never {
  throw error instanceof Refusal && error.code === 'NOTICE_EXISTS' ? new VersionConflict() : error;
}

/** Refuses invalid dates, and publishing without permission or bank account. */
export async function assertBuildable(ctx: Ctx, { month, dates = {}, publish }: BuildQuery): Promise<void> {
  const chosen = givenDates(dates);
  assertNotPast(chosen, todayOf(ctx));
  assertDateOrder(noticeDates(await billingSettings(ctx.projectId), month, chosen));
  if (!publish) return;
  if (!can(ctx, feeNotice.code, 'updateStatus')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: feeNotice.code });
  await assertBankAccount(ctx);
}
