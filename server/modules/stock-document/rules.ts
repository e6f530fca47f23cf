import { isIn } from '@lobby/shared/kit/is-in.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { STOCK_PREFIX, type StockKind, stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { amountAt, unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { build } from '../../kit/records/records.ts';
import type { Action, ActionsOf, BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkOffered, checkRefs, loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { assertCancelNotLocked, assertNotLocked, heldOpen } from '../lock-date/index.ts';
import { receivedChanges } from '../purchase-request/index.ts';
import { type Move, needActive, postMoves } from '../supply/index.ts';

/** A line, given or stored. */
interface Line {
  supplyId: string;
  quantity: number;
  unitPrice?: number | null;
  amount?: number | null;
  note?: string | null;
}
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** Amounts of draft lines: of a receipt by price; other kinds get theirs when posted. */
function priced(kind: StockKind | null | undefined, lines: readonly Line[]): Line[] {
  return lines.map(line =>
    kind === 'RECEIPT'
      ? { ...line, amount: amountAt(line.quantity, line.unitPrice) }
      : { ...line, unitPrice: null, amount: null },
  );
}

/** Fields that apply to certain kinds only; others are cleared. */
const ONLY: Readonly<Record<string, readonly StockKind[]>> = {
  reason: ['RECEIPT', 'ISSUE', 'ADJUSTMENT'],
  toWarehouseId: ['TRANSFER'],
  partnerId: ['RECEIPT', 'ISSUE'],
  invoiceNumber: ['RECEIPT'],
  deliverer: ['RECEIPT'],
  receiverId: ['ISSUE', 'TRANSFER'],
  departmentId: ['ISSUE'],
};

export const documentBehaviour = {
  exports: {
    lines: { lines: ['code', 'kind', 'documentDate', 'warehouseId'] },
    // Of issues and transfers the value is known by it alone.
    computed: { lines: ['amount'] },
  },
  async check(ctx, { kind, values, doc }) {
    if (doc && doc.status !== 'DRAFT') fail('STOCK_DOCUMENT_POSTED');
    if (kind !== 'create' && kind !== 'update') return values;
    if (doc && values.kind !== undefined && values.kind !== doc.kind)
      failFields({ kind: { code: 'STOCK_KIND_FIXED' } }, 'STOCK_KIND_FIXED');
    const whole: Values<typeof stockDocument> = { ...doc, ...values };
    const documentDate = whole.documentDate ?? todayOf(ctx);
    if (documentDate > todayOf(ctx)) failFields({ documentDate: { code: 'DATE_IN_FUTURE' } });
    if (documentDate !== doc?.documentDate) await assertNotLocked(ctx, 'transaction', documentDate, 'documentDate');
    const lines = priced(whole.kind, whole.lines ?? []);
    if (lines.length === 0) failFields({ lines: { code: 'REQUIRED' } });
    const strange = Object.entries(ONLY).filter(([, kinds]) => !isIn(whole.kind, kinds));
    // Values that are cleared are validated all the same.
    await checkOffered(ctx, stockDocument.fields, values, doc ?? undefined);
    await checkRefs(ctx, stockDocument.fields, values, whole);
    const none = Object.fromEntries(strange.map(([name]) => [name, null]));
    return { ...values, ...none, documentDate, lines, total: sumOf(lines) };
  },
} satisfies BehaviourOf<typeof stockDocument>;

/** Excludes non-stock supplies, which do not move. */
async function counted({ projectId }: Ctx, lines: readonly Line[]): Promise<(line: Line) => boolean> {
  const supplies = await loadRefs(
    projectId,
    supply,
    lines.map(line => line.supplyId),
  );
  return ({ supplyId }) => supplies.get(supplyId)?.nonStock !== true;
}

/** Stock moves of posting a document, or of reversing it (`back`): at the posted amount, outgoing stock at the average. */
async function loadMoves(ctx: Ctx, doc: Doc<typeof stockDocument>, back = false): Promise<Move[]> {
  const { lines } = doc;
  const isCounted = await counted(ctx, lines);
  const from = doc.warehouseId;
  return lines.flatMap((item, line): Move[] => {
    const { supplyId } = item;
    if (!isCounted(item)) return [];
    const units = unitsOf(item.quantity);
    const amount = item.amount ?? 0;
    const out = { line, supplyId, warehouseId: from, units: -units };
    const into = { line, supplyId, warehouseId: from, units, amount };
    if (doc.kind === 'RECEIPT') return [back ? out : into];
    if (doc.kind === 'ISSUE') return [back ? into : out];
    // Adjustments have signed quantities; on reversal, outgoing stock leaves at the average.
    if (doc.kind === 'ADJUSTMENT' && back) return [units < 0 ? { ...out, amount: Math.abs(amount) } : out];
    const to = doc.toWarehouseId ?? '';
    const [gives, takes] = back ? [to, from] : [from, to];
    const within = { line, supplyId, within: true };
    return [
      { ...within, warehouseId: gives, units: -units },
      { ...within, warehouseId: takes, units },
    ];
  });
}

/** Further fields of a supply that a posting sets. */
const facts =
  (doc: Doc<typeof stockDocument>, back: boolean) => (before: Doc<typeof supply>, units: number, line: number) => {
    if (doc.kind === 'RECEIPT') {
      const quantity = (unitsOf(before.quantity) + units) / 1000;
      if (back) return { quantity };
      const { unitPrice } = doc.lines[line] ?? {};
      return { quantity, lastImportDate: doc.documentDate, ...(unitPrice && { lastPrice: unitPrice }) };
    }
    return doc.kind === 'ISSUE' && !back ? { lastExportDate: doc.documentDate } : {};
  };

/** Changes with `holds` on the first of them: the lock dates and warehouses that must not change meanwhile. */
function held(changes: Change[], holds: readonly string[]): Change[] {
  Object.assign(changes[0] ?? {}, { holds });
  return changes;
}

const post: Action<typeof stockDocument, 'post'> = async (ctx, doc) => {
  const lines = doc.lines.map(line => ({ ...line }));
  const day = doc.documentDate ?? todayOf(ctx);
  await assertNotLocked(ctx, 'transaction', day, 'documentDate');
  await needActive(ctx, doc.warehouseId, 'warehouseId');
  if (doc.kind === 'TRANSFER') await needActive(ctx, doc.toWarehouseId, 'toWarehouseId');
  const numbered = { ...doc };
  const paper = { id: doc._id, code: () => numbered.code ?? '', day, refusesStopped: true, also: facts(doc, false) };
  const { changes, fill } = postMoves(ctx, paper, await loadMoves(ctx, doc));
  const { holds, also } = heldOpen(ctx, 'transaction', [day], null);
  const places = [doc.warehouseId, doc.toWarehouseId].flatMap(id => id ?? []);
  return {
    set: { lines, posted: true, postedAt: ctx.now, postedBy: ctx.employeeId },
    async first(session, set) {
      await giveNumber(stockDocument, numbered, STOCK_PREFIX[doc.kind], todayOf(ctx), session);
      const amounts = await fill(session);
      for (const [n, line] of lines.entries()) line.amount = amounts.get(n) ?? line.amount ?? 0;
      Object.assign(set, { code: numbered.code, keys: numbered.keys, total: sumOf(lines) });
    },
    with: [...held(changes, [...holds, ...places]), ...(await receivedChanges(ctx, doc))],
    also,
  };
};

/** Removes the document's parts from its maintenance work. */
async function workChanges(ctx: Ctx, doc: Doc<typeof stockDocument>): Promise<Change[]> {
  const work = doc.maintenanceId ? await records(maintenance).find(ctx, { _id: doc.maintenanceId }) : [];
  return work.map((order): Change => {
    const parts = order.parts.filter(({ documentId }) => documentId !== doc._id);
    const partsCost = parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    const totalCost = partsCost + (order.laborCost ?? 0) + (order.otherCost ?? 0);
    const set = { parts, partsCost, totalCost };
    return { definition: maintenance, action: 'update', update: { doc: order, set } };
  });
}

/** Reverses a posted document with today's date under its own number; a draft is only cancelled. */
const cancel: Action<typeof stockDocument, 'cancel'> = async (ctx, doc) => {
  const set = { posted: true, cancelledAt: ctx.now, cancelledBy: ctx.employeeId };
  if (doc.status === 'DRAFT') return { set };
  const day = todayOf(ctx);
  const booked = doc.documentDate ?? day;
  await assertCancelNotLocked(ctx, 'transaction', booked, doc.code);
  const paper = { id: doc._id, code: () => `${doc.code}-H`, day, refusesStopped: false, also: facts(doc, true) };
  const { changes, fill } = postMoves(ctx, paper, await loadMoves(ctx, doc, true));
  const { holds, also } = heldOpen(ctx, 'transaction', [day, booked], doc.code);
  const { _id: id, code, postedBy } = doc;
  const who = toStaff(postedBy ? [postedBy] : []);
  const subject = { module: stockDocument.code, id, title: code ?? '' };
  return {
    set,
    first: async session => void (await fill(session)),
    with: [...held(changes, holds), ...(await receivedChanges(ctx, doc, true)), ...(await workChanges(ctx, doc))],
    async also(session) {
      await also(session);
      await notify(ctx, who, 'STOCK_DOCUMENT_CANCELLED', subject, session);
    },
  };
};

/** Copies a document as a new draft of today. */
const copy: Action<typeof stockDocument, 'copy'> = async (ctx, doc) => {
  if (doc.kind === 'ADJUSTMENT') fail('STOCK_KIND_FIXED');
  const { kind, reason, warehouseId, toWarehouseId, partnerId, deliverer, receiverId, departmentId } = doc;
  const lines = priced(kind, doc.lines);
  const insert = await build(ctx, stockDocument, {
    kind,
    reason,
    warehouseId,
    toWarehouseId,
    partnerId,
    deliverer,
    receiverId,
    departmentId,
    lines,
    documentDate: todayOf(ctx),
    total: sumOf(lines),
  });
  return { with: [{ definition: stockDocument, action: 'create', insert }] };
};

export const documentActs = { post, cancel, copy } satisfies ActionsOf<typeof stockDocument>;
