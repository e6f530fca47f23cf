import type { ReportResult } from '@lobby/shared/modules/report.contract.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { READY } from '@lobby/shared/modules/report-ready.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { load } from '../../kit/records/acts/act.ts';
import { planOf, type ReportPeriod } from './plan.ts';
import { countRows, MOST_ROWS, readRows } from './read.ts';
import { resultOf } from './result.ts';
import { shapeOf } from './rules.ts';

/** A report by its id: a stored one, or a built-in one. */
export async function openReport(ctx: Ctx, wanted: string) {
  const ready = READY.find(({ key }) => `ready-${key}` === wanted);
  if (ready) return { name: text(ctx, `report.ready.${ready.key}`), shape: ready, doc: null };
  const doc = await load(ctx, report, wanted);
  return { name: doc.name, shape: shapeOf(doc), doc };
}

/** The complete result of a report that the caller may read and export now. */
export async function readReport(ctx: Ctx, id: string, period: ReportPeriod): Promise<ReportResult> {
  const { name, shape } = await openReport(ctx, id);
  const plan = planOf(ctx, shape, period, true);
  await countRows(ctx, plan);
  return resultOf(ctx, name, plan, await readRows(ctx, plan), 1, MOST_ROWS);
}
