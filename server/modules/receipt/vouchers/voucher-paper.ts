import type { Language } from '@lobby/shared/kit/languages.ts';
import { calledIn, sayValue } from '@lobby/shared/kit/nouns.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import type { Pdf } from '../../../kit/paper/pdf.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { loadAccounts } from '../../accounting-sync/index.ts';
import { findLate } from '../../bill/index.ts';
import {
  drawPaper,
  type Layout,
  layoutFor,
  type PaperContent,
  type PaperRow,
  type PaperTable,
} from '../../template/index.ts';

/** Receipt and payslip, in the statutory form: payer or payee, reason, amount in figures and words, five signatures. */
export type VoucherPaper = typeof receipt | typeof payslip;
type Receipt = Doc<typeof receipt>;
type Payslip = Doc<typeof payslip>;
export type Voucher = Receipt | Payslip;

/** Print options: template, language, and its layout of now instead of that at the time of the voucher. */
export interface VoucherPaperOptions {
  language?: Language | undefined;
  templateId?: string | undefined;
  now?: boolean | undefined;
}

const dayOf = (day: string | null | undefined) => (day ?? '').split('-').toReversed().join('/');
const figures = (value: number) => sayValue('', value, 'vi');
const money = (value: number) => `${figures(value)}\u00a0₫`;
const isReceipt = (doc: Voucher): doc is Receipt => 'payerName' in doc;
const idsOf = (...ids: (string | null | undefined)[]) => ids.filter(id => typeof id === 'string');

type Say = (key: string, params?: Record<string, unknown>) => string;

/** References of vouchers, loaded together. */
async function loadBeside(ctx: Ctx, definition: VoucherPaper, docs: readonly Voucher[]) {
  const { projectId } = ctx;
  const receipts = docs.filter(isReceipt);
  const units = await loadRefs(
    projectId,
    unit,
    docs.flatMap(({ unitId }) => idsOf(unitId)),
  );
  const unitIds = [...units.keys()];
  const bills = await records(bill).find(
    { projectId },
    {
      _id: {
        $in: receipts.flatMap(({ allocations = [] }) => allocations.flatMap(allocation => idsOf(allocation.billId))),
      },
    },
    { only: ['code', 'month', 'serviceId', 'remaining', 'createdFor', 'originalId'], patience: 10_000 },
  );
  const lateOf = await findLate(projectId, bills);
  const [blocks, services, funds, people, categories, partners, accounts, books, project] = await Promise.all([
    loadRefs(
      projectId,
      block,
      [...units.values()].flatMap(({ blockId }) => idsOf(blockId)),
    ),
    loadRefs(projectId, service, [
      ...bills.map(({ serviceId }) => serviceId),
      ...receipts.flatMap(doc => [
        ...(doc.allocations ?? []).flatMap(({ serviceId }) => idsOf(serviceId)),
        ...(doc.sources ?? []).flatMap(({ serviceId }) => idsOf(serviceId)),
        ...idsOf(doc.surplusServiceId),
      ]),
      ...docs.flatMap(doc => (isReceipt(doc) ? [] : idsOf(doc.serviceId))),
    ]),
    loadRefs(projectId, fund, [
      ...docs.flatMap(({ fundId }) => idsOf(fundId)),
      ...receipts.flatMap(({ methods = [] }) => methods.flatMap(({ fundId }) => idsOf(fundId))),
    ]),
    loadRefs(
      projectId,
      employee,
      docs.flatMap(({ cashierId }) => idsOf(cashierId)),
    ),
    loadRefs(
      projectId,
      voucherCategory,
      docs.flatMap(doc =>
        isReceipt(doc)
          ? idsOf(doc.categoryId, ...(doc.allocations ?? []).map(({ categoryId }) => categoryId))
          : (doc.categories ?? []).flatMap(({ categoryId }) => idsOf(categoryId)),
      ),
    ),
    loadRefs(
      projectId,
      partner,
      docs.flatMap(({ partnerId }) => idsOf(partnerId)),
    ),
    records(unitAccount).find({ projectId }, { _id: { $in: unitIds } }, { only: ['balance', 'owed'] }),
    loadAccounts(
      projectId,
      definition.name === receipt.name ? 'RECEIPT' : 'PAYSLIP',
      docs.map(({ _id }) => _id),
    ),
    loadProject(projectId),
  ]);
  return {
    units,
    blocks,
    services,
    funds,
    people,
    categories,
    partners,
    books,
    project,
    lateOf,
    bills: new Map(bills.map(doc => [doc._id, doc])),
    accounts: new Map(accounts.map(account => [account._id, account])),
  };
}
type Beside = Awaited<ReturnType<typeof loadBeside>>;

interface Speaking {
  ctx: Ctx;
  beside: Beside;
  /** `print` translates in `report-template.print`, `own` in the voucher's texts. */
  print: Say;
  own: Say;
}

const serviceName = ({ ctx, beside }: Speaking, id: string | null | undefined): string =>
  calledIn(service, beside.services.get(id ?? ''), ctx.language);
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** Allocations of a receipt, line by line, and its surplus. */
function receivedTable(how: Speaking, doc: Receipt): PaperTable {
  const { beside, own, print } = how;
  const rows = (doc.allocations ?? []).map(({ kind, billId, serviceId, categoryId, amount }): PaperRow => {
    const paid = beside.bills.get(billId ?? '');
    const interest = kind === 'INTEREST' || paid?.createdFor === 'INTEREST';
    // Late interest shows month and code of its original bill.
    const of = beside.lateOf(billId ?? '') ?? paid;
    const named = serviceName(how, paid?.serviceId ?? serviceId) || beside.categories.get(categoryId ?? '')?.name;
    const what = paid && !interest ? named : joined(own(`options.kind.${interest ? 'INTEREST' : kind}`), named);
    return {
      cells: {
        service: what ?? '',
        month: dayOf(of?.month),
        bill: of?.code ?? '',
        amount: figures(amount ?? 0),
        left: paid ? figures(paid.remaining ?? 0) : '',
      },
    };
  });
  const over = doc.surplus ?? 0;
  if (over > 0)
    rows.push({
      cells: {
        service: joined(
          print(`surplus.${doc.surplusTo === 'ADVANCE' ? 'ADVANCE' : 'UNIT_ACCOUNT'}`),
          serviceName(how, doc.surplusServiceId),
        ),
        amount: figures(over),
      },
    });
  return { title: 'paidFor', ...tableOf(how, doc, rows) };
}

/** Categories of a payslip, line by line. */
function spentTable(how: Speaking, doc: Payslip): PaperTable {
  const { beside, own } = how;
  const rows = (doc.categories ?? []).map(
    ({ categoryId, note, invoiceNo, amount }): PaperRow => ({
      cells: {
        service: joined(beside.categories.get(categoryId ?? '')?.name, note),
        bill: invoiceNo ?? '',
        amount: figures(amount ?? 0),
      },
    }),
  );
  const named = joined(own(`options.purpose.${doc.purpose}`), serviceName(how, doc.serviceId));
  return {
    title: 'spentFor',
    ...tableOf(how, doc, rows.length > 0 ? rows : [{ cells: { service: named, amount: figures(doc.amount) } }]),
  };
}

const tableOf = ({ print }: Speaking, { amount }: Voucher, rows: readonly PaperRow[]): Omit<PaperTable, 'title'> => ({
  beside: print('dong'),
  columns: ['service', 'month', 'bill', 'amount', 'left'],
  strong: 'amount',
  rows,
  total: { service: print('sum'), amount: figures(amount) },
});

/** Payment methods of a receipt, if there are several. */
function waysTable(how: Speaking, doc: Receipt): PaperTable[] {
  const { beside, own, print } = how;
  const ways = [
    ...(doc.methods ?? []).map(({ kind, fundId, reference, amount }) => ({
      method: own(`options.method.${kind}`),
      fund: beside.funds.get(fundId ?? '')?.name ?? '',
      reference: reference ?? '',
      amount: figures(amount ?? 0),
    })),
    ...(doc.sources ?? []).map(({ from, serviceId, amount }) => ({
      method: joined(own(`options.from.${from}`), serviceName(how, serviceId)),
      fund: '',
      reference: '',
      amount: figures(amount ?? 0),
    })),
  ];
  if (ways.length < 2) return [];
  return [
    {
      title: 'ways',
      beside: print('dong'),
      columns: ['method', 'fund', 'reference', 'amount'],
      rows: ways.map(cells => ({ cells })),
      total: { method: print('sum'), amount: figures(doc.amount) },
    },
  ];
}

let address = () => 'http://localhost';
/** Sets the public base URL; once, at start. */
export function configurePaperHome(base: () => string): void {
  address = base;
}

/** Debt and balance of the unit now, and the link to the original for its household. */
function standingOf({ beside, print }: Speaking, doc: Voucher, at: string): PaperContent['standing'] {
  const home = beside.units.get(doc.unitId ?? '');
  if (!home || doc.status === 'CANCELED' || !isReceipt(doc)) return null;
  const { owed = 0, balance = 0 } = beside.accounts.get(home._id) ?? {};
  const unitCode = home.code;
  return {
    said: owed > 0 ? print('owes', { unit: unitCode, owed: money(owed) }) : print('owesNothing', { unit: unitCode }),
    more: print('balance', { day: at, balance: money(balance) }),
    original: {
      code: `${address().replace(/\/$/, '')}/resident/papers/receipt.${doc._id}`,
      hint: print('original'),
    },
  };
}

/** Whether a reader may see a payer's own address: staff by their right, the household and mails to it always. */
const isPlain = (ctx: Ctx): boolean => ctx.kind !== 'staff' || can(ctx, receipt.code, 'readEncrypted');

/** Address on the paper: that stored with the receipt for who may read it, else of the partner, else of the unit. */
function writtenAddress({ ctx, beside }: Speaking, doc: Voucher): string {
  const payerAddress =
    isReceipt(doc) && doc.payerAddress && isPlain(ctx) ? open(ctx.projectId, doc.payerAddress) : null;
  const { address } = beside.partners.get(doc.partnerId ?? '') ?? beside.units.get(doc.unitId ?? '') ?? {};
  return payerAddress ?? address ?? '';
}

function contentOf(how: Speaking, doc: Voucher): PaperContent {
  const { ctx, beside, print, own } = how;
  const home = beside.units.get(doc.unitId ?? '');
  const numbers = beside.books.get(doc._id);
  const person = isReceipt(doc) ? doc.payerName : doc.payeeName;
  const cashier = beside.people.get(doc.cashierId ?? '')?.name ?? null;
  const short = { dateStyle: 'short', timeStyle: 'short', timeZone: ctx.project.timeZone } as const;
  const at = new Intl.DateTimeFormat('en-GB', short).format(ctx.now).replace(',', '');
  const files = doc.attachments?.length ?? 0;
  const lines = isReceipt(doc) ? (doc.methods ?? []).length + (doc.sources ?? []).length : 1;
  const [way] = isReceipt(doc) ? (doc.methods ?? []) : [];
  const [code, blockName] = [home?.code ?? '', beside.blocks.get(home?.blockId ?? '')?.name ?? ''];
  const fundName = beside.funds.get(way?.fundId ?? doc.fundId ?? '')?.name;
  return {
    code: doc.code ?? '',
    day: dayOf(doc.voucherDate ?? doc.accountingDate),
    form: [
      own('paper.form'),
      ...(numbers ? [print('accounts', { debit: numbers.debit.join(', '), credit: numbers.credit.join(', ') })] : []),
    ],
    box: { key: 'amount', amount: money(doc.amount), below: null },
    facts: [
      [isReceipt(doc) ? 'payer' : 'payee', person],
      // Most unit codes begin with the name of the block.
      ['unit', joined(code, code.startsWith(blockName) ? null : blockName)],
      ['address', writtenAddress(how, doc)],
      ['reason', doc.content ?? own('name')],
      ...(lines < 2
        ? ([
            ['method', way ? own(`options.method.${way.kind}`) : own(`options.method.${doc.method}`)],
            ['fund', fundName ?? ''],
            ['reference', way?.reference ?? ''],
          ] as const)
        : []),
      ['files', files > 0 ? print('filesCount', { count: files }) : ''],
      ['cancelReason', doc.status === 'CANCELED' ? (doc.cancelReason ?? '') : ''],
    ],
    tables: isReceipt(doc) ? [receivedTable(how, doc), ...waysTable(how, doc)] : [spentTable(how, doc)],
    sums: [],
    amount: doc.amount,
    received: true,
    standing: standingOf(how, doc, at),
    style: beside.project?.billing?.amountWords,
    bank: null,
    qr: null,
    cancelled: doc.status === 'CANCELED',
    signers: {
      PAYER: person,
      PAYEE: person,
      PREPARER: cashier,
      CASHIER: cashier,
    },
    foot: print('printed', { day: at, times: (doc.printCount ?? 0) + 1 }),
  };
}

/** Paper contents of vouchers, in the language of the caller. */
export async function voucherContents(
  ctx: Ctx,
  definition: VoucherPaper,
  docs: readonly Voucher[],
): Promise<PaperContent[]> {
  const beside = await loadBeside(ctx, definition, docs);
  const print: Say = (key, params) => text(ctx, `report-template.print.${key}`, params);
  const own: Say = (key, params) => text(ctx, `${definition.name}.${key}`, params);
  return docs.map(doc => contentOf({ ctx, beside, print, own }, doc));
}

/** Sample voucher for a template: the one given, else the newest. */
export async function triedVoucher(ctx: Ctx, definition: VoucherPaper, id?: string): Promise<PaperContent | null> {
  const which = id ? { _id: id } : {};
  const newest = { sort: { createdAt: -1, _id: -1 }, limit: 1 } as const;
  const [doc]: Voucher[] =
    definition.name === receipt.name
      ? await records(receipt).find(ctx, which, newest)
      : await records(payslip).find(ctx, which, newest);
  if (!doc) return id ? fail('NOT_FOUND') : null;
  const [content] = await voucherContents({ ...ctx, language: 'vi' }, definition, [doc]);
  return content ?? null;
}

/** Layout of a voucher: that of the template when the voucher was made, or the current one if asked for. */
async function layoutAt(
  ctx: Ctx,
  definition: VoucherPaper,
  { language, templateId, now }: VoucherPaperOptions,
  made?: Date,
): Promise<Layout> {
  const type = definition.name === receipt.name ? 'RECEIPT' : 'PAYSLIP';
  const layout = await layoutFor(ctx, type, { templateId, at: now || templateId ? null : made });
  return language ? { ...layout, languages: [language] } : layout;
}

/** Refuses invalid print options before anything is written. */
export async function assertLayout(ctx: Ctx, definition: VoucherPaper, options: VoucherPaperOptions): Promise<void> {
  await layoutAt(ctx, definition, options);
}

/** Draws vouchers, each on a page of its own. */
export async function drawVouchers(
  ctx: Ctx,
  pdf: Pdf,
  definition: VoucherPaper,
  docs: readonly Voucher[],
  options: VoucherPaperOptions,
): Promise<void> {
  const layouts = new Map<string, Layout>();
  for (const doc of docs) layouts.set(doc._id, await layoutAt(ctx, definition, options, doc.createdAt));
  const languageOf = (doc: Voucher) => layouts.get(doc._id)?.languages[0] ?? 'vi';
  const contents = new Map<string, PaperContent>();
  for (const [language, group] of Map.groupBy(docs, languageOf)) {
    const made = await voucherContents({ ...ctx, language }, definition, group);
    for (const [n, doc] of group.entries()) if (made[n]) contents.set(doc._id, made[n]);
  }
  for (const doc of docs) {
    const [layout, content] = [layouts.get(doc._id), contents.get(doc._id)];
    if (layout && content) await drawPaper(pdf, layout, content, { ...ctx, language: languageOf(doc) });
  }
}
