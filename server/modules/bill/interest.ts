import { type InterestLine, interestUpTo, openInterest } from '@lobby/shared/billing/interest.ts';
import { addDays } from '@lobby/shared/billing/periods.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { newId } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { type Change, Overtaken } from '../../kit/store/save.ts';
import { chunks, saveNew } from '../../kit/store/save-new.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { postings } from '../ledger/index.ts';
import { refuseLocked, todayOf } from '../lock-date/index.ts';
import { billLines } from './books.ts';

export const interestLines = (doc: Stored): InterestLine[] =>
  (Array.isArray(doc.interestLines) ? (doc.interestLines as InterestLine[]) : []).map(line => ({
    ...line,
    billId: line.billId ?? null,
  }));

/** A bill with these lines of interest. */
const withLines = (lines: readonly InterestLine[]): Record<string, unknown> => {
  const open = openInterest(lines);
  return {
    interestLines: lines,
    interest: open,
    interestCharged: lines.reduce((sum, { amount, billId }) => sum + (billId === null ? 0 : amount), 0),
    late: open > 0,
  };
};

/** Counts the late interest of all bills up to today; the same however often it runs, and on however many servers (domain.md, Money 3). */
export async function turnInterest(now: Date): Promise<number> {
  let changed = 0;
  for await (const project of projects().find()) changed += await countInterest(systemCtx(settingsOf(project), now));
  return changed;
}

async function countInterest(ctx: Ctx): Promise<number> {
  const { projectId } = ctx;
  const today = todayOf(ctx);
  const charging = await modelOf(service)
    .find({ projectId, deletedAt: null, interestRate: { $gt: 0 } }, { interestRate: 1 })
    .lean<Stored[]>();
  const rates = new Map(charging.map(one => [one._id, Number(one.interestRate)]));
  if (rates.size === 0) return 0;
  const late = await modelOf(bill)
    .find({
      ...{ projectId, deletedAt: null, status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } },
      ...{ dueDate: { $lt: today }, serviceId: { $in: [...rates.keys()] }, createdFor: { $ne: 'INTEREST' } },
    })
    .maxTimeMS(30_000)
    .lean<Stored[]>();
  const changes = late.flatMap((doc): Change[] => {
    const before = interestLines(doc);
    const [dueDate, remaining] = [String(doc.dueDate), Number(doc.remaining)];
    const lines = interestUpTo(before, { dueDate, remaining, rate: rates.get(String(doc.serviceId)) ?? 0 }, today);
    if (lines.length === before.length && lines.at(-1)?.to === before.at(-1)?.to) return [];
    return [{ definition: bill, action: 'accrue', update: { doc, set: withLines(lines) } }];
  });
  let done = 0;
  for (const part of chunks(changes))
    try {
      await saveNew(ctx, newId(), { batches: [], beside: async () => part, answer: null });
      done += part.length;
    } catch (error) {
      // Somebody paid meanwhile, or another server was quicker: these are counted by the next turn.
      if (!(error instanceof Overtaken)) throw error;
    }
  return done;
}

/** Charges the interest of a late bill so far by a bill of its own, which is on the books at once and explains itself by the same lines. */
export async function chargeInterest(ctx: Ctx, doc: Stored): Promise<Effect> {
  const today = todayOf(ctx);
  await refuseLocked(ctx, 'receivable', today);
  const open = interestLines(doc).filter(({ billId, waived }) => billId === null && !waived);
  const total = openInterest(open);
  const { unitId, serviceId } = doc;
  const own = (await loadRefs(ctx.projectId, service, [String(serviceId)])).get(String(serviceId));
  const insert = await build(ctx, bill, {
    ...{ unitId, serviceId, month: today.slice(0, 7), total, remaining: total, amount: total, net: total, quantity: 1 },
    ...{ createdFor: 'INTEREST', createType: 'AUTO', status: 'ACTIVE', onBooks: true, paymentState: 'UNPAID' },
    ...{ periodStart: open[0]?.from, periodEnd: open.at(-1)?.to, originalId: doc._id, accountingDate: today },
    dueDate: addDays(today, Number(own?.paymentTermDays ?? 15)),
    items: open.map(({ base, rate, days, amount }) => ({
      ...{ kind: 'INTEREST', quantity: rate, price: base, days, ofDays: 365, amount, versionId: null },
    })),
  });
  const lines = interestLines(doc).map(line =>
    open.some(one => one.from === line.from) ? { ...line, billId: insert._id } : line,
  );
  return {
    set: withLines(lines),
    with: [
      { definition: bill, action: 'create', insert },
      ...(await postings(ctx, {
        ...{ kind: 'INTEREST_POST', day: today, type: 'bill', doc: insert },
        unitId: String(unitId),
        lines: billLines(insert),
      })),
    ],
  };
}

/** Asks for none of the interest so far; what comes from tomorrow on is counted again. */
export function waiveInterest(_ctx: Ctx, doc: Stored): Effect {
  return { set: withLines(interestLines(doc).map(line => (line.billId === null ? { ...line, waived: true } : line))) };
}

/** The late bill whose interest is not charged after all: it may be charged again. */
export function interestReopened(doc: Stored, charged: Stored): Change {
  const lines = interestLines(doc).map(line => (line.billId === charged._id ? { ...line, billId: null } : line));
  return { definition: bill, action: 'accrue', update: { doc, set: withLines(lines) } };
}
