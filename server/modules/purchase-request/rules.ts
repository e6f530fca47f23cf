import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { amountAt, quantityOf, unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import type { Session } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import type { Action, ActionsOf, BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkOffered, loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { afterReceived, estimateOf } from './lines.ts';

/** Number and title of a request, as notices and papers call it. */
export const nameOf = ({ code, title }: Doc<typeof purchaseRequest>): string =>
  [code, title].filter(Boolean).join(' · ');

/** A requested line, given or stored. */
type Asked = NonNullable<Values<typeof purchaseRequest>['lines']>[number];
/** Tolerance by which deliveries may exceed the order, in per cent. */
const OVER = 10;

/** Default title of a request: purchases of the current month. */
export const usualTitle = (ctx: Ctx): string => {
  const [year, month] = todayOf(ctx).split('-');
  return text(ctx, 'purchase-request.usual', { month: `${month}/${year}` });
};

/** Completes requested lines: nothing received yet; name and unit of a supply are its own. */
async function completed({ projectId }: Ctx, lines: readonly Asked[]) {
  const ids = lines.flatMap(({ supplyId }) => (supplyId ? [supplyId] : []));
  const supplies = await loadRefs(projectId, supply, ids);
  return lines.map(line => {
    const item = line.supplyId ? supplies.get(line.supplyId) : undefined;
    return { ...line, received: 0, ...(item && { unitName: item.unitName, name: item.name }) };
  });
}

export const requestBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind !== 'create' && kind !== 'update') return values;
    const changed = Object.keys(values);
    const asks = doc?.status === 'WAITING' && doc.requestedBy === ctx.employeeId;
    const fixed = doc && doc.status !== 'DRAFT' && !asks;
    // A decided request is fixed, except that attachments may be added.
    if (fixed && changed.some(name => name !== 'attachments')) fail('STATUS_NOT_ALLOWED');
    if (fixed) return values;
    const neededOn = values.neededOn;
    if (typeof neededOn === 'string' && neededOn !== doc?.neededOn && neededOn < todayOf(ctx))
      failFields({ neededOn: { code: 'DATE_IN_PAST' } });
    const lines = values.lines === undefined ? null : await completed(ctx, values.lines ?? []);
    if (lines?.length === 0) failFields({ lines: { code: 'REQUIRED' } });
    return {
      ...values,
      ...(lines && { lines, estimatedTotal: estimateOf(lines) }),
      ...(!doc && { requestedBy: ctx.employeeId }),
      ...((!doc || values.title === null) && { title: values.title ?? usualTitle(ctx) }),
      ...(asks && { status: 'DRAFT' }),
    };
  },
} satisfies BehaviourOf<typeof purchaseRequest>;

type Kind = 'SENT' | 'APPROVED' | 'REJECTED' | 'RECEIVED' | 'CLOSED' | 'CANCELLED';

/** Notifies employees of a request by its number and title. */
const tell =
  (ctx: Ctx, doc: Doc<typeof purchaseRequest>, kind: Kind, ids: readonly (string | null)[]) => (session: Session) => {
    const subject = { module: purchaseRequest.code, id: doc._id, title: nameOf(doc) };
    const who = ids.flatMap(id => id ?? []);
    return notify(ctx, toStaff(who), `PURCHASE_REQUEST_${kind}`, subject, session);
  };

const send: Action<typeof purchaseRequest, 'send'> = async (ctx, doc) => ({
  also: tell(ctx, doc, 'SENT', await loadReaders(ctx.projectId, purchaseRequest.code, 'approve')),
});

/** The approver's note is kept in the history. */
const approve: Action<typeof purchaseRequest, 'approve'> = (ctx, doc, { note }) => ({
  set: { approvedBy: ctx.employeeId, approvedAt: ctx.now },
  ...(typeof note === 'string' && {
    note: { before: { status: doc.status }, after: { status: 'APPROVED', approvedBy: ctx.employeeId, note } },
  }),
  also: tell(ctx, doc, 'APPROVED', [doc.requestedBy]),
});

const reject: Action<typeof purchaseRequest, 'reject'> = (ctx, doc) => ({
  also: tell(ctx, doc, 'REJECTED', [doc.requestedBy]),
});

/** Orders from an active partner. */
const order: Action<typeof purchaseRequest, 'order'> = async (ctx, doc, input) => {
  const partnerId = input.partnerId ?? doc.partnerId;
  if (!partnerId) failFields({ partnerId: { code: 'SUPPLIER_INVALID' } }, 'SUPPLIER_INVALID');
  await checkOffered(ctx, purchaseRequest.fields, { partnerId });
  const orderedOn = input.orderedOn ?? todayOf(ctx);
  return { set: { partnerId, orderedOn, orderNumber: input.orderNumber ?? null } };
};

/** Quantity of each supply on draft receipts. */
async function drafted(
  { projectId }: Ctx,
  { _id }: Doc<typeof purchaseRequest>,
): Promise<(supplyId: string | null) => number> {
  const drafts = await records(stockDocument).find({ projectId }, { purchaseRequestId: _id, status: 'DRAFT' });
  const units = new Map<string | null, number>();
  for (const { supplyId, quantity } of drafts.flatMap(({ lines }) => lines))
    units.set(supplyId, (units.get(supplyId) ?? 0) + unitsOf(quantity));
  return supplyId => (supplyId ? (units.get(supplyId) ?? 0) : 0);
}

/** Creates a draft receipt for the delivery; lines without a supply count as received at once. */
const receive: Action<typeof purchaseRequest, 'receive'> = async (ctx, doc, input) => {
  const lines = doc.lines.map(line => ({ ...line }));
  const came = input.lines;
  const underWay = await drafted(ctx, doc);
  const into: Doc<typeof stockDocument>['lines'] = [];
  for (const [at, { line, quantity, unitPrice }] of came.entries()) {
    const target = lines[line - 1];
    const path = `lines.${at}`;
    if (!target) failFields({ [`${path}.line`]: { code: 'CHOICE_INVALID' } });
    if (came.findIndex(other => other.line === line) < at) failFields({ [`${path}.line`]: { code: 'LISTED_TWICE' } });
    const units = unitsOf(target.received) + underWay(target.supplyId) + unitsOf(quantity);
    const code = 'ORDER_OVER_RECEIVED';
    if (units * 100 > unitsOf(target.quantity) * (100 + OVER)) failFields({ [`${path}.quantity`]: { code } }, code);
    if (!target.supplyId) target.received = quantityOf(units);
    else {
      const price = unitPrice ?? target.estimatedPrice ?? 0;
      const amount = amountAt(quantity, price);
      into.push({ supplyId: target.supplyId, quantity, unitPrice: price, amount, note: null });
    }
  }
  const { status, ...set } = afterReceived(lines);
  return {
    set: { ...set, status },
    with: into.length > 0 ? [await loadReceipt(ctx, doc, input, into)] : [],
    also: tell(ctx, doc, 'RECEIVED', [doc.requestedBy]),
  };
};

async function loadReceipt(
  ctx: Ctx,
  doc: Doc<typeof purchaseRequest>,
  input: { warehouseId?: string | null; documentDate?: string | null },
  lines: Doc<typeof stockDocument>['lines'],
): Promise<Change> {
  const insert = await build(ctx, stockDocument, {
    kind: 'RECEIPT',
    reason: 'PURCHASE',
    warehouseId: input.warehouseId,
    partnerId: doc.partnerId,
    lines,
    documentDate: input.documentDate ?? todayOf(ctx),
    total: lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    purchaseRequestId: doc._id,
  });
  return { definition: stockDocument, action: 'create', insert };
}

const close: Action<typeof purchaseRequest, 'close'> = (ctx, doc) => ({
  set: { late: false },
  also: tell(ctx, doc, 'CLOSED', [doc.requestedBy]),
});

/** Refused once something is received or on a draft receipt. */
const cancel: Action<typeof purchaseRequest, 'cancel'> = async (ctx, doc) => {
  const underWay = await drafted(ctx, doc);
  if (doc.lines.some(line => line.received > 0 || underWay(line.supplyId) > 0)) fail('PURCHASE_RECEIVED');
  return { set: { late: false }, also: tell(ctx, doc, 'CANCELLED', [doc.approvedBy]) };
};

export const requestActs = { send, approve, reject, order, receive, close, cancel } satisfies ActionsOf<
  typeof purchaseRequest
>;
