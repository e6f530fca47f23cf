import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { daySchema, idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { debtCalendar, debtDesk } from '@lobby/shared/modules/debt-tracking.contract.ts';
import { debtContact, debtPromise, debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text as say } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { create } from '../../kit/records/records.ts';
import { whenWords } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../kit/sheets/sheet.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { retryOnConflict } from '../../kit/store/save.ts';
import { assertPeriodLength } from '../ledger/index.ts';
import { loadDesk } from './desk.ts';
import { partsOf } from './plans.ts';
import { NO_REMINDER, remindersOn } from './reminders.ts';

const { path, code: module } = debtTracking;
const read = { method: 'get', module, flags: ['read'] } as const;
const deskQuery = z.strictObject({ blockId: idSchema.optional() });

const desk = route(debtDesk, {
  flags: ['read'],
  run: (ctx, { query }) => loadDesk(ctx, query),
});

/** Rows of the debt desk as a call list. */
async function* rowsOf(ctx: Ctx, query: z.infer<typeof deskQuery>): AsyncGenerator<Cell[][]> {
  const columns = ['unit', 'householder', 'phone', 'debt', 'oldestDue', 'days', 'promise', 'lastContact'] as const;
  yield [columns.map(name => say(ctx, `debt-promise.desk.${name}`))];
  const when = (at: string | null | undefined) => (at ? whenWords(at, ctx.project.timeZone) : null);
  yield (await loadDesk(ctx, query)).map(row => [
    row.code,
    row.householder,
    row.phone,
    row.debt,
    when(row.oldestDue),
    row.days,
    when(row.promise?.promisedOn),
    when(row.lastContact?.at),
  ]);
}

const deskExport = route({
  method: 'get',
  path: `${path}/export`,
  module,
  flags: ['export'] as const,
  answer: XLSX,
  summary: 'The units that owe as a spreadsheet to call by',
  query: deskQuery,
  async run(ctx, { query, res }) {
    res.set({ 'Content-Type': XLSX, 'Content-Disposition': 'attachment; filename="debts.xlsx"' });
    await writeSheet(res, say(ctx, 'debt-promise.desk.title'), rowsOf(ctx, query));
  },
});

const AHEAD = 60;
const reminders = route({
  ...read,
  path: `${path}/reminders`,
  summary: 'The reminders whose day it is, each with why it does not go',
  query: z.strictObject({ on: daySchema.optional() }),
  answer: z.array(
    z.object({
      noticeId: z.string(),
      unitId: z.string(),
      level: z.int(),
      reason: z.enum(NO_REMINDER).nullable(),
    }),
  ),
  run(ctx, { query }) {
    const on = query.on ?? todayOf(ctx);
    if (on > addDays(todayOf(ctx), AHEAD)) failFields({ on: { code: 'DATE_INVALID' } });
    return remindersOn(ctx, on);
  },
});

const calendar = route(debtCalendar, {
  flags: ['read'],
  async run({ projectId }, { query: { from, to } }) {
    assertPeriodLength(from, to);
    const scope = { projectId, deletedAt: null };
    const [promises, plans] = await Promise.all([
      records(debtPromise).find(
        { projectId },
        { ...scope, promisedOn: { $gte: from, $lte: to }, status: { $ne: 'CANCELLED' } },
        { limit: 2000 },
      ),
      records(instalmentPlan).find(
        { projectId },
        { ...scope, status: { $in: ['ACTIVE', 'DEFAULTED', 'COMPLETED'] } },
        { limit: 2000 },
      ),
    ]);
    const of = ({
      _id,
      code,
      unitId,
    }: Pick<Doc<typeof debtPromise> | Doc<typeof instalmentPlan>, '_id' | 'code' | 'unitId'>) => ({
      id: _id,
      code: code ?? '',
      unitId,
    });
    const rows = [
      ...promises.map(doc => ({
        on: doc.promisedOn,
        kind: 'PROMISE' as const,
        ...of(doc),
        amount: doc.amount ?? 0,
        paid: doc.received,
        status: doc.status,
      })),
      ...plans.flatMap(doc =>
        partsOf(doc)
          .filter(({ dueOn }) => dueOn >= from && dueOn <= to)
          .map(({ dueOn: on, amount, paid, status }) => ({
            on,
            kind: 'PART' as const,
            ...of(doc),
            amount,
            paid,
            status,
          })),
      ),
    ];
    return rows.toSorted((a, b) => (`${a.on} ${a.code}` < `${b.on} ${b.code}` ? -1 : 1));
  },
});

const contact = route({
  method: 'post',
  creates: true,
  path: `${path}/:unitId/contact`,
  summary: 'Note that somebody spoke with a household about what it owes',
  module,
  flags: ['write'],
  params: z.strictObject({ unitId: idSchema }),
  body: inputSchema({ how: debtContact.fields.how, note: debtContact.fields.note }, 'create'),
  answer: responseSchema(debtContact, 'detail'),
  async run(ctx, { params: { unitId }, body }) {
    await load(ctx, unit, unitId);
    const values = { ...body, unitId, at: ctx.now, byId: ctx.employeeId };
    return retryOnConflict(() => create(ctx, debtContact, values, {}));
  },
});

export const debtCalls: readonly Route[] = [desk, deskExport, reminders, calendar];
export const contactCall = contact;
