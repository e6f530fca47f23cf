import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { HOUSEHOLD_ROLES, residency } from '@lobby/shared/modules/resident.ts';
import { accountHistory, advanceHistory } from '@lobby/shared/modules/unit-account.contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { assertPeriodLength, type Line } from '../ledger/index.ts';

type Moved = AnswerOf<typeof accountHistory>['rows'][number];
type Kind = Moved['kind'];

/** Kind of movement by kind of entry, for incoming and outgoing amounts. */
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

/** Whether a resident may see balances: householders and those they empower; others see debts only. */
async function seesAccount({ kind, projectId, residentId, unitId }: Ctx): Promise<boolean> {
  if (kind !== 'resident') return true;
  return records(residency).exists({ projectId }, { residentId, unitId, living: true, role: { $in: HOUSEHOLD_ROLES } });
}

/** Restricts a shared route to residents who answer for the unit, or are empowered to. */
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

/** A balance of a unit: its account, or the advance of a service. */
interface Held {
  unitId: string;
  serviceId?: string;
}

/** Amount that an entry moves on a balance. */
function movedOn(doc: Doc<typeof journalEntry>, { unitId, serviceId }: Held) {
  const account = serviceId ? 'ADVANCE' : 'UNIT_ACCOUNT';
  const lines = doc.lines.filter(
    line => line.account === account && line.unitId === unitId && (!serviceId || line.serviceId === serviceId),
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
  const rows: Moved[] = [];
  for await (const doc of entries) {
    const { by, opening: part } = movedOn(doc, of);
    if (by === 0) continue;
    balance += by;
    if (doc.accountingDate < from) {
      opening = balance;
      continue;
    }
    const [came, went] = MOVED[doc.kind] ?? TAKEN_BACK;
    rows.push({
      id: doc._id,
      day: doc.accountingDate,
      documentType: doc.documentType,
      documentId: doc.documentId ?? '',
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

/** `GET /unit-account/:unitId/history`: opening balance, movements with the balance after each, closing balance. */
export const historyRoute: Route = route(accountHistory, {
  flags: ['readDetail'],
  residents: true,
  async run(ctx, { params: { id }, query }) {
    await load(ctx, unitAccount, id);
    // By default the last 90 days.
    const to = query.to ?? todayOf(ctx);
    const from = query.from ?? addDays(to, -USUAL_DAYS);
    assertPeriodLength(from, to);
    if (!(await seesAccount(ctx))) fail('EMPLOYEE_NOT_HAVE_PERMISSION');
    const answer = await loadHistory(ctx, { unitId: id }, from, to);
    // Residents do not see which employee did it.
    return ctx.kind === 'resident' ? { ...answer, rows: answer.rows.map(row => ({ ...row, by: null })) } : answer;
  },
});

/** The same for the advance of a service. */
export const advanceHistoryRoute: Route = route(advanceHistory, {
  flags: ['readDetail'],
  async run(ctx, { params: { id, serviceId }, query }) {
    await load(ctx, unitAccount, id);
    const to = query.to ?? todayOf(ctx);
    return loadHistory(ctx, { unitId: id, serviceId }, query.from ?? '2000-01-01', to);
  },
});

const HIDDEN = { balance: 0, balanceOpening: 0, advance: 0, deposit: 0 };
/** Hides balances from residents who may not see them. */
export function byRole(base: Route): Route {
  const { run } = base;
  return {
    ...base,
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
