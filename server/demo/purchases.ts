import { addDays, DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import type { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { amountAt, proposalFor } from '@lobby/shared/modules/stock-math.ts';
import type { supply } from '@lobby/shared/modules/supply.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

type Request = Made<typeof purchaseRequest>;
type Supply = Made<typeof supply>;
type Paper = Made<typeof stockDocument>;
type Line = Request['lines'][number];

interface Bought {
  supplyId: string;
  quantity: number;
  unitPrice: number | null;
}

/** Days ago, status, lines, and days until needed. */
type PurchaseSeed = readonly [ago: number, status: Request['status'], lines: readonly Line[], needed: number | null];

/** Purchase requests: received, ordered and pending. Sets the request id on the receipts that delivered them. */
export function purchasesOf(
  site: Site,
  supplies: readonly Supply[],
  papers: readonly Paper[],
  by: string | null,
  now: Date,
) {
  const id = idsOf('purchase-request', site.key);
  const codeOf = codesOf('DM');
  const today = dayOf(now, VIETNAM);
  const supplyById = new Map(supplies.map(doc => [doc._id, doc]));
  const line = (item: Supply | undefined, quantity: number, received = 0, price = item?.lastPrice ?? null): Line => ({
    supplyId: item?._id ?? null,
    name: item?.name ?? null,
    unitName: item?.unitName ?? null,
    quantity,
    estimatedPrice: price,
    received,
    note: null,
  });
  const free = (name: string, quantity: number, unitName: string, estimatedPrice: number): Line => ({
    supplyId: null,
    name,
    unitName,
    quantity,
    estimatedPrice,
    received: 0,
    note: null,
  });
  const bought = papers.filter(
    ({ kind, reason, status }) => kind === 'RECEIPT' && reason === 'PURCHASE' && status === 'OFFICIAL',
  );
  const came = bought.slice(site.key === 'hoasen' ? -6 : -2);
  const low = supplies.filter(({ stockState }) => stockState === 'NEED_TO_BUY');
  const fine = supplies.filter(({ stockState, moved }) => moved && stockState !== 'NEED_TO_BUY');
  const waiting: PurchaseSeed[] = [
    [9, 'ORDERED', low.slice(0, 2).map(item => line(item, proposalFor(item))), 6],
    [7, 'ORDERED', low.slice(2, 3).map(item => line(item, proposalFor(item))), 12],
    [16, 'APPROVED', [line(fine[3], 12), line(fine[5], 20)], -2],
    [3, 'WAITING', [line(fine[8], 10), line(fine[9], 6)], 10],
    [2, 'WAITING', [free('Thang nhôm rút 4,1 m', 1, 'cái', 2_450_000)], 14],
    [1, 'DRAFT', [line(fine[12], 5)], null],
    [0, 'DRAFT', [free('Bàn ghế chờ ở sảnh', 1, 'bộ', 12_800_000)], null],
    [24, 'REJECTED', [free('Máy pha cà phê', 1, 'cái', 8_900_000)], null],
  ];
  const requests: Request[] = [];
  function add(at: Date, status: Request['status'], lines: Line[], needed: number | null, values: object) {
    const full = lines.filter(row => row.received >= row.quantity).length;
    const decided = !['DRAFT', 'WAITING'].includes(status);
    requests.push(
      recordOf(purchaseRequest, site.id, id(requests.length), at, {
        code: codeOf(at),
        title: `Mua bổ sung ${at.toISOString().slice(5, 7)}/${at.getUTCFullYear()}`,
        status,
        lines,
        estimatedTotal: lines.reduce((sum, row) => sum + amountAt(row.quantity, row.estimatedPrice), 0),
        receivedPercent: Math.floor((full * 100) / lines.length),
        neededOn: needed === null ? null : addDays(today, needed),
        late: needed !== null && needed < 0,
        requestedBy: by,
        ...(decided && status !== 'REJECTED' && { approvedBy: by, approvedAt: at }),
        ...values,
      }),
    );
  }
  for (const [n, paper] of came.entries()) {
    // The first request is half delivered.
    const half = n === 0;
    const lines = (paper.lines as Bought[]).map(row =>
      line(supplyById.get(row.supplyId), half ? row.quantity * 2 : row.quantity, row.quantity, row.unitPrice),
    );
    const at = new Date(paper.createdAt.getTime() - 6 * DAY_MS);
    paper.purchaseRequestId = id(requests.length);
    const orderedOn = dayOf(at, VIETNAM);
    add(at, half ? 'ORDERED' : 'RECEIVED', lines, null, { partnerId: paper.partnerId, orderedOn });
  }
  for (const [ago, status, lines, needed] of waiting) {
    if (lines.length === 0) continue;
    const at = new Date(now.getTime() - ago * DAY_MS - HOUR_MS);
    const partnerId = supplyById.get(lines[0]?.supplyId ?? '')?.partnerId ?? null;
    const ordered = status === 'ORDERED' ? { orderedOn: dayOf(at, VIETNAM) } : {};
    const refused = status === 'REJECTED' ? { reason: 'Chưa cần trong quý này' } : {};
    add(at, status, [...lines], needed, { partnerId, ...ordered, ...refused });
  }
  return requests;
}
