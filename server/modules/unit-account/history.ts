import { addDays } from '@lobby/shared/kit/dates.ts';
import { periodQuery } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { HOUSEHOLD_ROLES, residency } from '@lobby/shared/modules/resident.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { assertPeriodLength, type Line } from '../ledger/index.ts';
import { todayOf } from '../lock-date/index.ts';

const KINDS = [
  'RECEIPT_SURPLUS',
  'DEDUCTION',
  'REFUND',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'OFFSET_OUT',
  'ADJUST_CREDIT',
  'DEPOSIT_IN',
  'BOOKING_IN',
  'OPENING',
  'REVERSAL',
] as const;
type Kind = (typeof KINDS)[number];

/** What an entry is to the account, by its kind: what came, and what went. */
const MOVED: Readonly<Record<string, readonly [came: Kind, went: Kind]>> = {
  RECEIPT: ['RECEIPT_SURPLUS', 'DEDUCTION'],
  PAYSLIP: ['REFUND', 'REFUND'],
  ADVANCE_TRANSFER: ['TRANSFER_IN', 'TRANSFER_OUT'],
  OFFSET: ['OFFSET_OUT', 'OFFSET_OUT'],
  ADJUST_SURPLUS: ['ADJUST_CREDIT', 'ADJUST_CREDIT'],
  DEPOSIT_TRANSFER: ['DEPOSIT_IN', 'DEPOSIT_IN'],
  REFUND_TO_ACCOUNT: ['BOOKING_IN', 'BOOKING_IN'],
  OPENING_ACCOUNT: ['OPENING', 'OPENING'],
  OPENING_ADVANCE: ['OPENING', 'OPENING'],
};

const TAKEN_BACK = ['REVERSAL', 'REVERSAL'] as const;

/** Whether a resident sees what the unit has: its householders, and whoever they empower; others see only what is owed. */
async function seesAccount({ kind, projectId, residentId, unitId }: Ctx): Promise<boolean> {
  if (kind !== 'resident') return true;
  return records(residency).exists({ projectId }, { residentId, unitId, living: true, role: { $in: HOUSEHOLD_ROLES } });
}

/** A call that residents share with staff: of the residents those who answer for the unit, and whom they empower, alone speak for its debts. */
export function ofHousehold(route: Route): Route {
  if (!route.residents) return route;
  const { run } = route;
  return {
    ...route,
    async run(ctx, input) {
      if (!(await seesAccount(ctx))) fail('EMPLOYEE_NOT_HAVE_PERMISSION');
      return run(ctx, input);
    },
  };
}

const row = z.object({
  id: z.string(),
  day: z.string(),
  documentType: z.string(),
  documentId: z.string(),
  documentCode: z.string().nullable(),
  kind: z.enum(KINDS),
  text: z.string().nullable(),
  by: z.string().nullable(),
  in: z.int(),
  out: z.int(),
  opening: z.int(),
  balance: z.int(),
});

/** What a unit has: its account, or what it paid ahead for a service. */
interface Held {
  unitId: string;
  serviceId?: string;
}

/** What an entry moved of it. */
function movedOn(doc: Doc<typeof journalEntry>, { unitId, serviceId }: Held) {
  const account = serviceId ? 'ADVANCE' : 'UNIT_ACCOUNT';
  const lines = doc.lines.filter(
    one => one.account === account && one.unitId === unitId && (!serviceId || one.serviceId === serviceId),
  );
  const by = (of: readonly Line[]) => of.reduce((sum, { debit, credit }) => sum + (credit ?? 0) - (debit ?? 0), 0);
  return { by: by(lines), opening: by(lines.filter(({ bucket }) => bucket === 'OPENING')) };
}

async function loadHistory({ projectId }: Ctx, of: Held, from: string, to: string) {
  const entries = records(journalEntry).each(
    { projectId },
    { unitIds: of.unitId, accountingDate: { $lte: to } },
    { sort: { accountingDate: 1, no: 1 }, patience: 10_000 },
  );
  let [opening, balance] = [0, 0];
  const rows: z.infer<typeof row>[] = [];
  for await (const doc of entries) {
    const { by, opening: part } = movedOn(doc, of);
    if (by === 0) continue;
    balance += by;
    if (String(doc.accountingDate) < from) {
      opening = balance;
      continue;
    }
    const [came, went] = MOVED[String(doc.kind)] ?? TAKEN_BACK;
    rows.push({
      id: doc._id,
      day: String(doc.accountingDate),
      documentType: String(doc.documentType),
      documentId: String(doc.documentId),
      documentCode: doc.documentCode ?? null,
      kind: doc.reversesId ? 'REVERSAL' : by > 0 ? came : went,
      text: doc.text ?? null,
      by: doc.actor ?? null,
      in: Math.max(by, 0),
      out: Math.max(-by, 0),
      opening: part,
      balance,
    });
  }
  return { opening, rows, closing: balance };
}

const USUAL_DAYS = 90;

/** `GET /unit-account/:unitId/history`: what there was, what came and went with the balance after each, what there is. */
export const historyRoute: Route = route({
  method: 'get',
  path: `${unitAccount.path}/:id/history`,
  summary: 'What moved on the account of a unit between two days',
  module: unitAccount.code,
  flags: ['readDetail'],
  residents: true,
  params: z.strictObject({ id: idSchema }),
  query: periodQuery.partial(),
  answer: z.object({ opening: z.int(), rows: z.array(row), closing: z.int() }),
  async run(ctx, { params: { id }, query }) {
    await load(ctx, unitAccount, id);
    // The last months, where nothing else is said.
    const to = query.to ?? todayOf(ctx);
    const from = query.from ?? addDays(to, -USUAL_DAYS);
    assertPeriodLength(from, to);
    if (!(await seesAccount(ctx))) fail('EMPLOYEE_NOT_HAVE_PERMISSION');
    const answer = await loadHistory(ctx, { unitId: id }, from, to);
    // Who of the staff did it is not theirs to know.
    return ctx.kind === 'resident' ? { ...answer, rows: answer.rows.map(one => ({ ...one, by: null })) } : answer;
  },
});

/** The same of what it paid ahead for one service. */
export const advanceHistoryRoute: Route = route({
  method: 'get',
  path: `${unitAccount.path}/:id/advance/:serviceId/history`,
  summary: 'What moved of what a unit has paid ahead for a service, from the first day on',
  module: unitAccount.code,
  flags: ['readDetail'],
  params: z.strictObject({ id: idSchema, serviceId: idSchema }),
  query: periodQuery.partial(),
  answer: z.object({ opening: z.int(), rows: z.array(row), closing: z.int() }),
  async run(ctx, { params: { id, serviceId }, query }) {
    await load(ctx, unitAccount, id);
    const to = query.to ?? todayOf(ctx);
    return loadHistory(ctx, { unitId: id, serviceId }, query.from ?? '2000-01-01', to);
  },
});

const HIDDEN = { balance: 0, balanceOpening: 0, advance: 0, deposit: 0 };
/** A call that answers accounts, to others of the unit without what it has. */
export function byRole(one: Route): Route {
  const { run } = one;
  return {
    ...one,
    async run(ctx, input) {
      const answer = (await run(ctx, input)) as object | object[];
      if (await seesAccount(ctx)) return answer;
      const without = (row: object) => ({
        ...row,
        ...Object.fromEntries(Object.entries(HIDDEN).filter(([name]) => name in row)),
      });
      return Array.isArray(answer) ? answer.map(without) : without(answer);
    },
  };
}
