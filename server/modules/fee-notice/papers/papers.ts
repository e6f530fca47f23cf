import { rateOn } from '@lobby/shared/billing/interest.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { chosenIdsSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { bankAccount } from '@lobby/shared/modules/fund.ts';
import type { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { loadScope } from '../../../kit/records/acts/act.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { accountFor, accountsByService, payeeSchema, shownTransfer, virtualAt } from '../../bank-account/index.ts';
import { findLate, loadLeft } from '../../bill/index.ts';
import { paperInUse } from '../../template/index.ts';
import { publishedAt } from '../state/revisions.ts';

const MOST = 200;
const MOST_MONEY = 2_000_000_000_000;
const money = z.int();
const optionalText = z.string().nullable();
/** Adjustment of a bill: code of the bill and reason. */
const adjustment = z.object({ code: z.string(), reason: optionalText, net: money, tax: money, amount: money });
const paper = z.object({
  id: z.string(),
  code: z.string(),
  revision: z.int(),
  /** Of the bills on it. */
  month: z.string(),
  day: z.string(),
  dueDate: z.string().nullable(),
  /** Last day without late interest, and the yearly interest rate by service afterwards. */
  interestDate: optionalText,
  rates: z.array(z.object({ service: z.string(), percent: z.number() })),
  unit: z.string(),
  payer: z.string(),
  total: money,
  newTotal: money,
  interestTotal: money,
  /** Payments of new lines before publication, and of debts after the closing date. */
  paidBefore: money,
  paidAfterClosing: money,
  carried: money,
  owed: money,
  /** Amount requested now, which adjustments since may have lowered. */
  asked: money,
  /** Unpaid amount, which is to be transferred. */
  left: money,
  lines: z.array(
    z.object({
      service: z.string(),
      unitName: z.string(),
      /** Null for bills with an amount only. */
      quantity: z.number().nullable(),
      periodStart: optionalText,
      periodEnd: optionalText,
      oldIndex: z.number().nullable(),
      newIndex: z.number().nullable(),
      /** Amounts before taxes; with taxes and adjustment they add up to the total. */
      net: money,
      surcharge: money,
      vat: money,
      adjustment: adjustment.nullable(),
      total: money,
      /** What was paid of a line and what is left, if it was paid in part. */
      part: z.object({ paid: money, left: money }).nullable(),
      interest: z.boolean(),
      /** The late bill, on interest lines. */
      late: z.object({ service: z.string(), month: z.string(), code: z.string() }).nullable(),
      /** Month of the bill; shown if it differs from the notice's month. */
      month: z.string(),
      billId: z.string().nullable(),
    }),
  ),
  /** Debts of earlier months. */
  debts: z.array(
    z.object({
      service: z.string(),
      code: z.string(),
      month: z.string(),
      dueDate: optionalText,
      /** Original amount, adjustment, payments before the closing date, and the rest at that date. */
      arisen: money,
      adjustment: adjustment.nullable(),
      paid: money,
      left: money,
    }),
  ),
  status: z.string(),
  bank: payeeSchema.nullable(),
  /** VietQR text. */
  qr: z.string().nullable(),
  /** Unpaid amount by receiving account. */
  transfers: z.array(
    z.object({
      amount: money,
      bank: payeeSchema,
      qr: z.string().nullable(),
    }),
  ),
});
export type Paper = z.infer<typeof paper>;

/** Title of a line; includes the month if a service appears twice or the month differs. Interest is titled after its late bill. */
export function lineTitle(
  { lines, month: noticeMonth }: Paper,
  { service, month, late }: Paper['lines'][number],
): string {
  if (late) return `${late.service} ${late.month.split('-').toReversed().join('/')}`;
  const twice = lines.filter(line => line.service === service).length > 1;
  return month === noticeMonth && !twice ? service : `${service} ${month.split('-').toReversed().join('/')}`;
}

type Line = Doc<typeof feeNotice>['lines'][number];
type DebtLine = Doc<typeof feeNotice>['debtLines'][number];

/** Service name of a line, marked if it is late interest. */
const lineName = (ctx: Ctx, service: string, { createdFor }: Line): string =>
  createdFor === 'INTEREST' ? `${service} - ${text(ctx, 'bill.options.createdFor.INTEREST')}` : service;

/** Translated units of measure by their Vietnamese names; other names are shown as written. */
const MEASURES = new Map([
  ['hộ', 'household'],
  ['căn', 'household'],
  ['căn hộ', 'household'],
  ['xe', 'vehicle'],
  ['người', 'person'],
  ['tháng', 'month'],
  ['thẻ', 'card'],
  ['lượt', 'time'],
  ['lần', 'time'],
  ['bộ', 'set'],
  ['cái', 'piece'],
  ['chiếc', 'piece'],
  ['giờ', 'hour'],
  ['ngày', 'day'],
]);

/** Yearly late interest rate of a service on a day, in percent. */
const rateOf = (doc: Doc<typeof service> | undefined, day: string): number =>
  rateOn(doc?.rates ?? [], doc?.interestPerYear ?? 0, day);

/** Unit of measure in the language of the paper. */
function measureIn(ctx: Ctx, written: string | null | undefined, count: number): string {
  const name = written?.trim() ?? '';
  const measure = MEASURES.get(name.toLocaleLowerCase('vi'));
  return measure && ctx.language !== 'vi' ? text(ctx, `report-template.print.measures.${measure}`, { count }) : name;
}

type Adjustment = z.infer<typeof adjustment>;

/** Original amounts of bills, and their adjustments up to each notice's publication. */
async function loadBooks(ctx: Ctx, notices: readonly Doc<typeof feeNotice>[]) {
  const { projectId } = ctx;
  const billIds = notices.flatMap(notice =>
    [...notice.lines, ...notice.debtLines].flatMap(({ billId }) => billId ?? []),
  );
  const [bills, corrections, published] = await Promise.all([
    records(bill).find(
      { projectId },
      { _id: { $in: billIds } },
      { only: ['code', 'originalTotal', 'mode', 'createdFor', 'originalId', 'paid', 'remaining'], patience: 10_000 },
    ),
    records(bill).find(
      { projectId },
      { originalId: { $in: billIds }, type: { $in: ['ADJUST_UP', 'ADJUST_DOWN'] }, status: 'ACTIVE' },
      {
        only: ['originalId', 'changeReason', 'net', 'vat', 'surcharge', 'originalTotal', 'createdAt'],
        patience: 10_000,
      },
    ),
    publishedAt(projectId, notices),
  ]);
  const byBill = Map.groupBy(corrections, ({ originalId }) => originalId ?? '');
  const originals = new Map(bills.map(doc => [doc._id, doc]));
  const lateOf = await findLate(projectId, bills);
  return {
    lateOf: (billId: string | null) => lateOf(billId ?? ''),
    isCounted: (billId: string | null) => originals.get(billId ?? '')?.mode !== 'AMOUNT',
    arisenOf: (billId: string | null) => originals.get(billId ?? '')?.originalTotal ?? null,
    partOf(billId: string | null) {
      const { paid = 0, remaining = 0 } = originals.get(billId ?? '') ?? {};
      return paid > 0 && remaining > 0 ? { paid, left: remaining } : null;
    },
    /** Adjustments after publication appear on the next notice. */
    adjustmentOf(notice: Doc<typeof feeNotice>, billId: string | null): Adjustment | null {
      const until = published.get(notice._id);
      const found = byBill.get(billId ?? '')?.find(({ createdAt }) => !until || createdAt <= until);
      if (!found) return null;
      const { changeReason, net, vat, surcharge, originalTotal: amount } = found;
      return {
        code: originals.get(billId ?? '')?.code ?? '',
        reason: changeReason ?? null,
        net,
        tax: vat + surcharge,
        amount,
      };
    },
  };
}
type Books = Awaited<ReturnType<typeof loadBooks>>;

/** Parts of a line that add up to its published total. */
function partsOf(books: Books, notice: Doc<typeof feeNotice>, { billId, total, ...parts }: Line) {
  const correction = books.adjustmentOf(notice, billId);
  const [net, surcharge, vat] = [parts.net ?? 0, parts.surcharge ?? 0, parts.vat ?? 0];
  const rest = (total ?? 0) - net - surcharge - vat;
  const fits = correction?.amount === rest;
  return { net: fits ? net : net + rest, surcharge, vat, adjustment: fits ? correction : null };
}

/** Parts of a debt that add up to its rest. */
function debtParts(books: Books, notice: Doc<typeof feeNotice>, { billId, ...debt }: DebtLine) {
  const left = debt.left ?? 0;
  const correction = books.adjustmentOf(notice, billId);
  const arisen = books.arisenOf(billId) ?? left;
  const paid = arisen + (correction?.amount ?? 0) - left;
  return paid < 0 ? { arisen: left, adjustment: null, paid: 0 } : { arisen, adjustment: correction, paid };
}

/** Data of printed notices: lines, addressee and payment details, for the unpaid amount or a given one. */
export async function loadPapers(ctx: Ctx, ids: readonly string[], wanted?: number): Promise<Paper[]> {
  const { projectId } = ctx;
  const live = { projectId, deletedAt: null };
  const notices = await records(feeNotice).find(
    ctx,
    { ...live, _id: { $in: [...ids] }, ...(await loadScope(ctx, feeNotice)) },
    { patience: 10_000 },
  );
  const unitIds = notices.map(({ unitId }) => unitId);
  const layout = await paperInUse(projectId, 'FEE_NOTICE');
  const [homes, account, byService] = await Promise.all([
    records(residency).find(ctx, { ...live, unitId: { $in: unitIds }, living: true, role: 'HOUSEHOLDER' }),
    accountFor(ctx, layout?.bankAccountId),
    accountsByService(ctx),
  ]);
  const [lefts, books] = await Promise.all([loadLeft(projectId, notices), loadBooks(ctx, notices)]);
  const services = await loadRefs(
    projectId,
    service,
    notices.flatMap(notice => [...notice.lines, ...notice.debtLines].flatMap(({ serviceId }) => serviceId ?? [])),
  );
  const lateIn = (line: Line) => {
    const late = line.createdFor === 'INTEREST' ? books.lateOf(line.billId) : undefined;
    return late ? { service: nameOf(late.serviceId), month: late.month, code: late.code ?? '' } : null;
  };
  const nameOf = (id: string | null): string => calledIn(service, services.get(id ?? ''), ctx.language);
  const units = await loadRefs(projectId, unit, unitIds);
  const virtual = account ? await virtualAt(ctx, account, unitIds) : new Map<string, Doc<typeof identityAccount>>();
  /** Unpaid amounts by account; a single account if the template names one. */
  const partsLeft = (notice: Doc<typeof feeNotice>) => {
    const services = new Map([...notice.lines, ...notice.debtLines].map(line => [line.billId, line.serviceId]));
    const parts = new Map<Doc<typeof bankAccount>, number>();
    for (const [billId, left] of lefts.get(notice._id)?.byBill ?? []) {
      const payee = layout?.bankAccountId ? account : byService(services.get(billId) ?? '');
      if (payee && left > 0) parts.set(payee, left + (parts.get(payee) ?? 0));
    }
    return parts;
  };
  const people = await loadRefs(
    projectId,
    resident,
    [...homes, ...notices].flatMap(({ residentId }) => residentId ?? []),
  );
  return notices
    .map((notice): Paper => {
      const code = units.get(notice.unitId)?.code ?? '';
      const head = homes.find(({ unitId }) => unitId === notice.unitId);
      const words = { code: notice.code ?? '', unit: code, month: notice.month };
      const shown = (payee: Doc<typeof bankAccount> | null, amount: number) =>
        shownTransfer(
          payee,
          { ...words, amount },
          payee?._id === account?._id ? virtual.get(notice.unitId) : undefined,
        );
      const parts = [...partsLeft(notice)];
      const transfers = parts.flatMap(([payee, amount]) => {
        const { bank, qr } = shown(payee, amount);
        return bank ? { amount, bank, qr } : [];
      });
      // Shown if everything is paid into one account, or in a single payment.
      const main = parts.length === 1 ? (parts[0]?.[0] ?? account) : account;
      return {
        id: notice._id,
        code: notice.code ?? '',
        revision: notice.revision,
        month: notice.feeMonth ?? notice.month,
        day: notice.day,
        dueDate: notice.dueDate,
        interestDate: notice.interestDate,
        rates: [...new Set(notice.lines.map(({ serviceId }) => serviceId))].flatMap(id => {
          const percent = rateOf(services.get(id ?? ''), notice.day);
          return percent > 0 ? [{ service: nameOf(id), percent }] : [];
        }),
        unit: code,
        // The addressee at creation; people who moved in later get notices of their own.
        payer: notice.residentId
          ? notice.addressee || (people.get(notice.residentId)?.name ?? '')
          : (people.get(head?.residentId ?? '')?.name ?? ''),
        total: notice.newTotal + notice.interestTotal,
        newTotal: notice.newTotal,
        interestTotal: notice.interestTotal,
        paidBefore: notice.paidBefore,
        paidAfterClosing: notice.paidAfterClosing,
        carried: notice.debtTotal,
        owed: notice.totalPayment,
        asked: lefts.get(notice._id)?.asked ?? 0,
        left: lefts.get(notice._id)?.left ?? 0,
        lines: notice.lines.map(line => {
          const of = services.get(line.serviceId ?? '');
          return {
            service: lineName(ctx, nameOf(line.serviceId), line),
            unitName: measureIn(ctx, of?.unitName, line.quantity ?? 0),
            quantity: books.isCounted(line.billId) ? line.quantity : null,
            periodStart: line.periodStart ?? null,
            periodEnd: line.periodEnd ?? null,
            oldIndex: line.oldIndex ?? null,
            newIndex: line.newIndex ?? null,
            ...partsOf(books, notice, line),
            total: line.total ?? 0,
            part: books.partOf(line.billId),
            interest: line.createdFor === 'INTEREST',
            late: lateIn(line),
            month: line.month ?? '',
            billId: line.billId,
          };
        }),
        debts: notice.debtLines.map(debtLine => ({
          service: nameOf(debtLine.serviceId),
          code: debtLine.code ?? '',
          month: debtLine.month ?? '',
          dueDate: debtLine.dueDate ?? null,
          ...debtParts(books, notice, debtLine),
          left: debtLine.left ?? 0,
        })),
        status: notice.status,
        transfers,
        ...shown(main, wanted ?? lefts.get(notice._id)?.left ?? 0),
      };
    })
    .toSorted((a, b) => (a.unit < b.unit ? -1 : 1));
}

const papersRoute = route({
  method: 'get',
  path: `${feeNotice.path}/papers`,
  summary: 'Notices as they stand on paper, with the text of their VietQR',
  module: feeNotice.code,
  flags: ['read'],
  residents: true,
  query: z.strictObject({ ids: chosenIdsSchema(feeNotice, MOST) }),
  answer: z.array(paper),
  run: (ctx, { query }) => loadPapers(ctx, query.ids),
});

const qrRoute = route({
  method: 'get',
  path: `${feeNotice.path}/:id/qr`,
  summary: 'How what is left of a notice is transferred, with the text of its VietQR',
  module: feeNotice.code,
  flags: ['read'],
  residents: true,
  params: z.strictObject({ id: idSchema }),
  /** Amount to transfer if it differs from the unpaid amount, for example with earlier bills or late interest. */
  query: z.strictObject({ amount: z.coerce.number().int().min(1).max(MOST_MONEY).optional() }),
  answer: z.array(
    z.object({
      bank: z.string(),
      account: z.string(),
      holder: z.string(),
      amount: money,
      content: z.string(),
      /** VietQR text; null if the bank does not support VietQR. */
      payload: z.string().nullable(),
    }),
  ),
  async run(ctx, { params: { id }, query }) {
    const [found] = await loadPapers(ctx, [id], query.amount);
    if (!found) fail('NOT_FOUND');
    const { bank, qr, left, transfers } = found;
    const amount = query.amount ?? left;
    if (amount <= 0) fail('QR_NOTHING_OWED');
    if (query.amount === undefined && transfers.length > 1)
      return transfers.map(({ amount, qr: payload, bank: { name, number, holder, content } }) => ({
        bank: name,
        account: number,
        holder,
        amount,
        content,
        payload,
      }));
    const { name, number, holder, content } = bank ?? {};
    return name && number
      ? [{ bank: name, account: number, holder: holder ?? '', amount, content: content ?? '', payload: qr }]
      : [];
  },
});

export const paperRoutes: readonly Route[] = [papersRoute, qrRoute];
