import { fieldSchema, idSchema, monthSchema } from '@lobby/shared/kit/schema.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { words } from '../../kit/base/messages.ts';
import { newId } from '../../kit/database/database.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { assertWritable, build, edited } from '../../kit/records/records.ts';
import { saveNew } from '../../kit/store/bulk-insert.ts';
import type { Doc } from '../../kit/store/records.ts';
import { type Change, retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { assertMonthNotLocked } from '../lock-date/index.ts';
import { type Counted, confirmedBy, continueNextMonth, countUsage, stamps } from './complete.ts';
import { type Around, keyOf, loadFacts, loadMonth, type MonthOf, type Whose } from './facts.ts';
import { noteReading } from './last-read.ts';
import { whoseById } from './meter-or-unit.ts';

const MOST_ROWS = 500;
/** Largest number of rows saved with an event each. */
const FEW = 50;

const index = fieldSchema({ kind: 'decimal', places: 3 });
const text = fieldSchema(usage.fields.note);
const shared = {
  note: text.nullish(),
  photos: z.array(idSchema).max(5).optional(),
  readAt: fieldSchema({ kind: 'instant' }).nullish(),
  confirmed: z.boolean().optional(),
};
const fromTo = z.strictObject({
  meterId: idSchema,
  newIndex: index,
  oldIndex: index.nullish(),
  rolled: z.boolean().optional(),
  ...shared,
});
const quantityRow = z.strictObject({ unitId: idSchema, usageNumber: index, ...shared });
const head = { serviceId: idSchema, month: monthSchema };
/** PHONE: read on a phone, one meter after another. */
const source = z.enum(['KEYED', 'PHONE']).default('KEYED');
const many = (row: z.ZodType<Row>) =>
  z.strictObject({
    ...head,
    rows: z.array(row).min(1).max(MOST_ROWS),
    confirmOutliers: z.boolean().optional(),
    source,
  });

const refused = z.object({
  meterId: z.string().optional(),
  unitId: z.string().optional(),
  code: z.string(),
  message: z.string(),
  field: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
});
type Refused = z.infer<typeof refused>;
const saved = z.object({ done: z.array(z.string()), refused: z.array(refused) });

/** A row of either sheet. */
interface Row {
  meterId?: string;
  unitId?: string;
  oldIndex?: number | null;
  newIndex?: number;
  usageNumber?: number;
  rolled?: boolean;
  note?: string | null;
  photos?: string[];
  readAt?: string | null;
  confirmed?: boolean;
}

interface UsageSheet {
  serviceId: string;
  month: string;
  rows: Row[];
  confirmOutliers?: boolean | undefined;
  source?: 'KEYED' | 'PHONE';
}

/** Refusal of a row, for display in its cell. */
function refusalOf(ctx: Ctx, { meterId, unitId }: UsageSheet['rows'][number], { code, data = {} }: Refusal): Refused {
  const { fields, ...rest } = data;
  const [at] = Object.entries(fields ?? {});
  const faultCode = at?.[1].code ?? code;
  const params = { ...rest, ...at?.[1].params };
  return {
    ...(meterId ? { meterId } : { unitId }),
    code: faultCode,
    message: words(ctx, faultCode, params),
    field: at?.[0] ?? null,
    params,
  };
}

interface One {
  row: UsageSheet['rows'][number];
  whose: Whose;
  known: Around;
  values: Counted;
}

/** Processes each row by itself: a refused row does not stop the others. */
async function look(ctx: Ctx, of: MonthOf, sheet: UsageSheet, take: (row: One) => Promise<void>): Promise<Refused[]> {
  const rows = sheet.rows;
  const whose = await whoseById(ctx, of, rows);
  const factsOf = await loadFacts(ctx, of, [...whose.values()]);
  const out: Refused[] = [];
  const seen = new Set<string>();
  for (const row of rows)
    try {
      const place = whose.get(row.meterId ?? row.unitId ?? '') ?? fail('NOT_FOUND');
      const key = keyOf(place, of.service._id, of.month);
      if (seen.has(key)) fail('USAGE_EXISTS');
      seen.add(key);
      const facts = factsOf(place);
      if (facts.bill !== null) fail('UNIT_HAS_FEE_THIS_MONTH', { bill: facts.bill });
      if (facts.same?.state === 'BILLED') fail('USAGE_BILLED');
      const input = {
        ...row,
        oldIndex: row.oldIndex ?? facts.same?.oldIndex,
        note: row.note ?? facts.same?.note,
      };
      await take({ row, whose: place, known: facts, values: countUsage(of, place, facts, input) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      out.push(refusalOf(ctx, row, error));
    }
  return out;
}

/** Saves the valid rows in one transaction; existing open usages are replaced. */
async function saveRows(ctx: Ctx, sheet: UsageSheet): Promise<z.infer<typeof saved>> {
  const of = await loadMonth(ctx, sheet.serviceId, sheet.month);
  await assertMonthNotLocked(ctx, sheet.month, 'month');
  const docs: Doc<typeof usage>[] = [];
  const changes: Change[] = [];
  const files: { ids: string[]; id: string }[] = [];
  const done: string[] = [];
  const refused = await look(ctx, of, sheet, async ({ row, whose, known: facts, values }) => {
    const { meterId: _meter, unitId: _unit, confirmed, ...input } = row;
    const confirmation = confirmedBy(
      ctx,
      values,
      { ...row, confirmed: confirmed ?? sheet.confirmOutliers },
      facts.same,
    );
    assertWritable(ctx, usage.fields, { note: row.note });
    const fresh = await checkFiles(
      ctx,
      usage.fields,
      { ...(row.photos ? { photos: row.photos } : {}) },
      facts.same ?? undefined,
    );
    const next = continueNextMonth(
      facts.next,
      whose,
      facts.same ? facts.same.newIndex : values.oldIndex,
      values.newIndex,
      of.outlierPercent,
    );
    const whole = {
      ...input,
      ...values,
      ...(await stamps(ctx, values, input)),
      ...confirmation,
      source: sheet.source ?? 'KEYED',
    };
    if (facts.same) {
      const { changed } = await edited(ctx, usage, facts.same, whole);
      changes.push({ definition: usage, action: 'update', update: { doc: facts.same, set: changed } });
      done.push(facts.same._id);
    } else {
      const doc = await build(ctx, usage, whole);
      docs.push(doc);
      done.push(doc._id);
    }
    changes.push(...next, ...noteReading(whose.meter, { month: of.month, newIndex: values.newIndex }));
    if (fresh.length > 0) files.push({ ids: fresh, id: done.at(-1) ?? '' });
  });
  const answer = { done, refused };
  if (done.length === 0) return answer;
  const also = async (session: Parameters<NonNullable<Change['also']>>[0]) => {
    for (const { ids, id } of files) await claimFiles(ids, session, { entity: usage.name, id });
  };
  const made = docs.map((insert): Change => ({ definition: usage, action: 'create', insert }));
  const [first, ...rest] = [...made, ...changes];
  if (first && rest.length < FEW) await save(ctx, [{ ...first, also }, ...rest], answer);
  else
    await saveNew(ctx, newId(), {
      batches: [[{ definition: usage, docs }]],
      beside: async () => changes,
      answer,
      also,
    });
  return answer;
}

/** A usage created concurrently is replaced like an existing one. */
const saveSettled = (ctx: Ctx, sheet: UsageSheet) =>
  retryOnConflict(() =>
    saveRows(ctx, sheet).catch(error => {
      if (error instanceof Refusal && (error.code === 'USAGE_EXISTS' || error.code === 'ALREADY_EXISTS'))
        throw new VersionConflict();
      throw error;
    }),
  );

const saveRoute = (path: string, summary: string, row: z.ZodType<Row>): Route =>
  route({
    method: 'post',
    path: `${usage.path}/${path}`,
    summary,
    module: usage.code,
    flags: ['write'],
    creates: true,
    body: many(row),
    answer: saved,
    run: (ctx, { body }) => saveSettled(ctx, body),
  });

const nullable = z.number().nullable();
const looked = z.object({
  meterId: z.string().nullable(),
  unitId: z.string(),
  oldIndex: nullable,
  newIndex: nullable,
  usageNumber: nullable,
  previousUsage: nullable,
  averageUsage: nullable,
  change: nullable,
  months: z.int(),
  outlier: z.boolean(),
});

const checkRoute = route({
  method: 'post',
  path: `${usage.path}/check`,
  summary: 'What readings would come to, and which stand out; stores nothing',
  module: usage.code,
  flags: ['read'],
  body: many(z.union([fromTo, quantityRow])),
  answer: z.object({ rows: z.array(looked), refused: z.array(refused) }),
  async run(ctx, { body: sheet }) {
    const of = await loadMonth(ctx, sheet.serviceId, sheet.month);
    await assertMonthNotLocked(ctx, sheet.month, 'month');
    const rows: z.infer<typeof looked>[] = [];
    const refusals = await look(ctx, of, sheet, async ({ values }) => {
      rows.push(looked.parse(values));
    });
    return { rows, refused: refusals };
  },
});

/** Saving readings of many meters, or usages of many units. */
export const saveRoutes: readonly Route[] = [
  checkRoute,
  saveRoute(
    'save-from-to',
    'Save what meters show in a month, row by row; one sent again replaces the open one',
    fromTo,
  ),
  saveRoute('save-number-use', 'Save how much units used of a service in a month, row by row', quantityRow),
];
