import {
  type InterestLine,
  interestAnew,
  interestUpTo,
  type Owed,
  openInterest,
  partedAt,
  rateOn,
} from '@lobby/shared/billing/interest.ts';
import { addDays, DAY_MS, type Day, monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { type EntryKind, journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { newId } from '../../../kit/database/database.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { build } from '../../../kit/records/records.ts';
import { type EffectOf, perform } from '../../../kit/records/typed-behaviour.ts';
import { chunks, saveNew } from '../../../kit/store/bulk-insert.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { postings } from '../../ledger/index.ts';
import { assertNotLocked, lockedTo } from '../../lock-date/index.ts';
import { homeOf } from '../homes.ts';
import { billLines } from '../release/books.ts';
import { isPaused, loadPauses, pauseDays } from '../release/pauses.ts';
import { isDueWith } from '../reports/publication-state.ts';
import type { BillDoc, ServiceDoc } from '../types.ts';

/** Interest lines of a bill; older bills have none. */
export const interestLines = ({ interestLines: lines }: BillDoc): InterestLine[] =>
  (lines ?? []).map(line => ({
    ...line,
    from: line.from ?? '',
    to: line.to ?? '',
    base: line.base ?? 0,
    rate: line.rate ?? 0,
    days: line.days ?? 0,
    amount: line.amount ?? 0,
    billId: line.billId ?? null,
  }));

/** A waiver of late interest. */
export interface Waiver {
  id: string;
  amount: number;
  day: string;
  reason: string;
  /** Interest bill in which the waiver was taken into account. */
  chargedBy: string | null;
  /** Interest bill that the waiver lowered, if the interest was already charged. */
  of: string | null;
  reversed: boolean;
}
/** Waivers of a bill; older ones name no interest bill. */
export const waiversOf = ({ waivers }: BillDoc): Waiver[] =>
  (waivers ?? []).map(waiver => ({
    ...waiver,
    id: waiver.id ?? '',
    amount: waiver.amount ?? 0,
    day: waiver.day ?? '',
    reason: waiver.reason ?? '',
    of: waiver.of ?? null,
  }));
/** Whether the waiver still reduces interest that is not charged yet. */
const isOpen = ({ chargedBy, of, reversed }: Waiver) => !chargedBy && !of && !reversed;
const letOff = (waivers: readonly Waiver[]) =>
  waivers.reduce((sum, waiver) => (isOpen(waiver) ? sum + waiver.amount : sum), 0);

/** Interest fields of a bill with these lines, less open waivers. */
export const withInterest = (lines: readonly InterestLine[], waivers: readonly Waiver[], charged?: number) => {
  const open = Math.max(0, openInterest(lines) - letOff(waivers));
  return {
    // Lines that are not waived omit `waived`, which the type requires.
    interestLines: [...lines] as BillDoc['interestLines'],
    interest: open,
    ...(charged !== undefined && { interestCharged: charged }),
    late: open > 0,
  };
};

/** Recalculates late interest of all bills up to today; idempotent, and safe on several servers (domain.md, Money 3). */
export const interestJob = defineJob({ name: 'late interest', every: '*/30 * * * *', perProject: countInterest });

const PAID_LATELY_MS = 10 * DAY_MS;

/** Bills that may bear late interest: open ones, and recently paid ones whose last days may not be counted yet. */
export const mayBeLate = (now: Date): Where<typeof bill> => ({
  status: 'ACTIVE',
  type: 'NORMAL',
  createdFor: { $ne: 'INTEREST' },
  $or: [
    { paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } },
    { paymentState: 'PAID', updatedAt: { $gte: new Date(now.getTime() - PAID_LATELY_MS) } },
    { late: true },
  ],
});

async function countInterest(ctx: Ctx): Promise<number> {
  const today = todayOf(ctx);
  const charging = await records(service).find(ctx, CHARGING, { only: [] });
  if (charging.length === 0) return 0;
  const bills = await records(bill).find(
    ctx,
    { ...mayBeLate(ctx.now), dueDate: { $lt: today }, serviceId: { $in: charging.map(({ _id }) => _id) } },
    { patience: 30_000 },
  );
  const counted = await interestBy(ctx, bills, today);
  const changes = bills.flatMap((doc): Change[] => {
    const lines = counted.get(doc._id)?.lines;
    if (!lines || areSame(lines, interestLines(doc))) return [];
    return [{ definition: bill, action: 'accrue', update: { doc, set: withInterest(lines, waiversOf(doc)) } }];
  });
  // A concurrent payment or another server was quicker; the next run counts these bills.
  return attemptEach(chunks(changes), async part => {
    await saveNew(ctx, newId(), { batches: [], beside: async () => part, answer: null });
    return part.length;
  });
}

/** Whether two calculations have the same periods, principal and rates. */
const areSame = (lines: readonly InterestLine[], others: readonly InterestLine[]): boolean =>
  lines.length === others.length &&
  lines.every(({ from, to, base, rate }, n) => {
    const other = others[n];
    return from === other?.from && to === other.to && base === other.base && rate === other.rate;
  });

/** Services that charge interest, now or in the past. */
const CHARGING: Where<typeof service> = { $or: [{ interestPerYear: { $gt: 0 } }, { 'rates.percent': { $gt: 0 } }] };

/** Late interest of a bill up to a day: all lines, and the sum not charged yet. */
export interface Counted {
  lines: InterestLine[];
  open: number;
  owed: Owed;
}

/** Calculates late interest from the journal up to a day; bills that are not late by then are left out. */
export async function interestBy(ctx: Ctx, bills: readonly BillDoc[], until: Day): Promise<Map<string, Counted>> {
  const { interestGraceDays } = await billingSettings(ctx.projectId);
  // Interest starts after the grace days, and then counts from the due date.
  const late = bills.filter(
    ({ status, type, createdFor, dueDate }) =>
      status === 'ACTIVE' &&
      type === 'NORMAL' &&
      createdFor !== 'INTEREST' &&
      dueDate !== null &&
      addDays(dueDate, interestGraceDays) < until,
  );
  if (late.length === 0) return new Map();
  const services = await loadRefs(ctx.projectId, service, [...new Set(late.map(({ serviceId }) => serviceId))]);
  const owed = await loadOwed(ctx.projectId, late, [...services.values()], todayOf(ctx));
  return new Map(
    late.map(doc => {
      const debt = owed(doc);
      const lines = interestAnew(interestLines(doc), debt, until);
      const [upTo] = partedAt(lines, until);
      return [doc._id, { lines, owed: debt, open: withInterest(upTo, waiversOf(doc)).interest }];
    }),
  );
}

/** Late interest that may still be charged up to a day; none in a closed period. */
export async function chargeableBy(ctx: Ctx, bills: readonly BillDoc[], until: Day): Promise<Map<string, Counted>> {
  const isClosed = until <= ((await lockedTo(ctx, 'receivable')) ?? '');
  return isClosed ? new Map() : interestBy(ctx, bills, until);
}

/** Entry kinds that post or reverse the bill itself; all others pay or adjust it. */
const MADE: readonly EntryKind[] = ['BILL_RELEASE', 'BILL_DEBT', 'BILL_EDIT', 'BILL_CANCEL'];

/** A reduction of a bill's principal on a day. */
interface Move {
  day: Day;
  off: number;
}

/** Changes of the principal of bills since they were posted, by bill. */
export function principalMoves(
  entries: readonly Pick<Doc<typeof journalEntry>, 'accountingDate' | 'kind' | 'lines'>[],
): Map<string, Move[]> {
  const moves = new Map<string, Move[]>();
  for (const { accountingDate: day, kind, lines } of entries)
    for (const { account, part, billId, credit, debit } of MADE.some(madeKind => madeKind === kind) ? [] : lines) {
      if (account !== 'RECEIVABLE' || part === 'INTEREST' || !billId) continue;
      const ofBill = moves.get(billId) ?? [];
      moves.set(billId, ofBill);
      ofBill.push({ day, off: (credit ?? 0) - (debit ?? 0) });
    }
  return moves;
}

/** Principal owed on a day, computed backwards from what is left now; a payment counts from the next day on. */
export const baseBefore =
  (left: number, moves: readonly Move[]): Owed['baseOn'] =>
  day =>
    moves.reduce((sum, { day: at, off }) => (at >= day ? sum + off : sum), left);

/** Principal and interest rate of bills by day, from the accounting dates of payments and adjustments. */
export async function loadOwed(
  projectId: string,
  bills: readonly BillDoc[],
  services: readonly ServiceDoc[],
  today: string,
) {
  const ids = bills.map(({ _id }) => _id);
  const paused = await loadPauses(projectId, ids, today);
  // Filtered by unit, so that an index applies instead of scanning all entries.
  const unitIds = [...new Set(bills.map(({ unitId }) => unitId))];
  const entries = await records(journalEntry).find(
    { projectId },
    { unitIds: { $in: unitIds }, 'lines.billId': { $in: ids }, kind: { $nin: MADE } },
    { only: ['accountingDate', 'kind', 'lines'], patience: 20_000 },
  );
  const moves = principalMoves(entries);
  const byId = new Map(services.map(doc => [doc._id, doc]));
  return (doc: BillDoc): Owed => {
    const ofBill = moves.get(doc._id) ?? [];
    const pauses = paused.get(doc._id) ?? [];
    const charged = byId.get(doc.serviceId);
    const rates = charged?.rates ?? [];
    return {
      dueDate: doc.dueDate ?? '',
      baseOn: baseBefore(doc.remaining, ofBill),
      rateOn: day => (isPaused(pauses, day) ? 0 : rateOn(rates, charged?.interestPerYear ?? 0, day)),
      changes: [
        ...ofBill.map(({ day }) => addDays(day, 1)),
        ...rates.flatMap(({ from }) => from ?? []),
        ...pauseDays(pauses),
      ],
    };
  };
}

/** An interest bill with the changes that it makes to the late bill and to the books. */
export interface Charge {
  late: BillDoc;
  /** Values set on the late bill. */
  set: Partial<BillDoc>;
  charged: BillDoc;
  changes: Change[];
}

interface Charging {
  /** Last day charged; defaults to today. */
  until?: string;
  noticeMonth?: string;
  /** Accounting date; defaults to today. */
  day?: string;
  /** Principal paid together with the interest on that day. */
  paid?: number;
}

/** Values of the bill that charges interest of a late bill, less waivers. */
export function interestBill(
  late: Pick<BillDoc, '_id' | 'unitId' | 'serviceId' | 'blockId' | 'floorId' | 'residentId'>,
  open: readonly InterestLine[],
  off: number,
) {
  const total = openInterest(open) - off;
  const items = open.map(({ base, rate, days, amount }) => ({
    kind: 'INTEREST' as const,
    key: null,
    percent: null,
    quantity: rate,
    price: base,
    days,
    ofDays: 365,
    amount,
    versionId: null,
  }));
  const letOff = {
    kind: 'DISCOUNT' as const,
    key: null,
    percent: null,
    quantity: 1,
    price: 0,
    days: 0,
    ofDays: 0,
    amount: -off,
    versionId: null,
  };
  return {
    ...homeOf(late),
    unitId: late.unitId,
    serviceId: late.serviceId,
    originalTotal: total,
    total,
    remaining: total,
    amount: total,
    net: total,
    quantity: 1,
    createdFor: 'INTEREST' as const,
    createType: 'AUTO' as const,
    status: 'ACTIVE' as const,
    onBooks: true,
    paymentState: 'UNPAID' as const,
    publication: 'UNPUBLISHED' as const,
    periodStart: open[0]?.from ?? null,
    periodEnd: open.at(-1)?.to ?? null,
    originalId: late._id,
    items: off > 0 ? [...items, letOff] : items,
  };
}

/** Builds an interest bill for a late bill; it is posted at once and lists the interest lines. */
export async function loadCharge(ctx: Ctx, late: BillDoc, options: Charging = {}): Promise<Charge> {
  const today = todayOf(ctx);
  const { until = today, day = today, noticeMonth = monthOf(day), paid = 0 } = options;
  await assertNotLocked(ctx, 'receivable', day);
  const counted = (await interestBy(ctx, [late], until > today ? until : today)).get(late._id);
  if (!counted) return fail('BILL_NOT_OVERDUE');
  const [upTo, later] = partedAt(counted.lines, until);
  const open = upTo.filter(({ billId, waived }) => billId === null && !waived);
  const waivers = waiversOf(late);
  const off = letOff(waivers);
  const total = openInterest(open) - off;
  if (total <= 0) fail('BILL_NOT_OVERDUE');
  const of = (await loadRefs(ctx.projectId, service, [late.serviceId])).get(late.serviceId);
  const charged = await build(ctx, bill, {
    ...interestBill(late, open, off),
    month: monthOf(day),
    noticeMonth,
    accountingDate: day,
    dueDate: addDays(day, of?.paymentTerm ?? 15),
  });
  const standing = upTo.map(line =>
    open.some(part => part.from === line.from) ? { ...line, billId: charged._id } : line,
  );
  const lines =
    paid > 0 ? interestUpTo(standing, lessAfter(counted.owed, until, paid), today) : [...standing, ...later];
  const settled = waivers.map(waiver => (isOpen(waiver) ? { ...waiver, chargedBy: charged._id } : waiver));
  const sum = (late.interestCharged ?? 0) + total;
  return {
    late,
    charged,
    set: { ...withInterest(lines, settled, sum), waivers: settled },
    changes: [
      { definition: bill, action: 'create', insert: charged },
      ...(await postings(ctx, {
        kind: 'INTEREST_POST',
        day,
        type: 'bill',
        doc: charged,
        unitId: late.unitId,
        lines: billLines(charged),
      })),
    ],
  };
}

/** Principal owed once an amount is paid on a day, which itself still bears full interest. */
const lessAfter = (owed: Owed, day: Day, paid: number): Owed => ({
  ...owed,
  baseOn: at => owed.baseOn(at) - (at > day ? paid : 0),
  changes: [...owed.changes, addDays(day, 1)],
});

/** Charges late interest so far or up to a day; if none is open, only updates the late bill. */
export async function chargeInterest(ctx: Ctx, doc: BillDoc, options: Charging = {}): Promise<EffectOf<typeof bill>> {
  const counted = (await interestBy(ctx, [doc], options.until ?? todayOf(ctx))).get(doc._id);
  if (!counted?.open && !doc.late) fail('BILL_NOT_OVERDUE');
  if (!counted?.open) return { set: withInterest(counted?.lines ?? interestLines(doc), waiversOf(doc)) };
  const { set, changes } = await loadCharge(ctx, doc, options);
  return { set, with: changes };
}

/** Reopens the interest of a late bill whose interest bill is cancelled, so that it can be charged again. */
export function reopenInterest(doc: BillDoc, charged: BillDoc): Change & { update: { set: Partial<BillDoc> } } {
  const lines = interestLines(doc).map(line => (line.billId === charged._id ? { ...line, billId: null } : line));
  const waivers = waiversOf(doc).map(waiver =>
    waiver.chargedBy === charged._id ? { ...waiver, chargedBy: null } : waiver,
  );
  const left = Math.max(0, (doc.interestCharged ?? 0) - charged.total);
  const set = { ...withInterest(lines, waivers, left), waivers };
  return { definition: bill, action: 'accrue', update: { doc, set } };
}

/** Moves the due date later, and drops calculated interest that is not charged. */
export const dueLater = (doc: BillDoc, dueDate: Day): Partial<BillDoc> => ({
  dueDate,
  overdue: false,
  overdueDays: 0,
  ...withInterest(
    interestLines(doc).filter(({ billId, waived }) => billId !== null || waived),
    waiversOf(doc),
  ),
});

/** Late bills of units with the interest that their notice is to charge up to its closing date. Bills that it announces, due on its day `due`, are left out. */
export async function openByNotice(
  ctx: Ctx,
  unitIds: readonly string[],
  { until, due }: { until: Day; due: Day },
): Promise<{ doc: BillDoc; open: number }[]> {
  // The `late` flag lags behind, as a job sets it; all candidates are calculated.
  const late = await records(bill).find(ctx, { ...mayBeLate(ctx.now), unitId: { $in: unitIds } }, { patience: 10_000 });
  const counted = await interestBy(ctx, late, until);
  return late
    .filter(doc => !isDueWith(doc, due))
    .map(doc => ({ doc, open: counted.get(doc._id)?.open ?? 0 }))
    .filter(({ open }) => open > 0);
}

/** Charges late interest of units up to the closing date of their notice. */
export async function chargeByNotice(
  ctx: Ctx,
  unitIds: readonly string[],
  { until, due, noticeMonth }: { until: Day; due: Day; noticeMonth: string },
): Promise<void> {
  for (const { doc } of await openByNotice(ctx, unitIds, { until, due }))
    await perform(ctx, { definition: bill, name: 'charge-interest', id: doc._id, input: {} }, (actCtx, fresh) =>
      chargeInterest(actCtx, fresh, { until, noticeMonth }),
    );
}
