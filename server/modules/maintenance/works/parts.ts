import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { STOCK_PREFIX, stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { amountAt, unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { stockLevel, supply, warehouse } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields, Refusal } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Effect } from '../../../kit/records/acts/act.ts';
import { build } from '../../../kit/records/records.ts';
import { giveNumber } from '../../../kit/store/numbers.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { loadReaders } from '../../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { assertNotLocked, heldOpen, lockedTo } from '../../lock-date/index.ts';
import { type Move, needActive, postMoves } from '../../supply/index.ts';

type Work = Doc<typeof maintenance>;
type Supply = Doc<typeof supply>;

/** A used part as stored on a work. */
type PartLine = { -readonly [K in keyof Work['parts'][number]]: Work['parts'][number][K] };
/** A used part as given. */
type GivenPart = Pick<PartLine, 'supplyId' | 'quantity'> & { warehouseId?: string | null };

const isSame = (a: PartLine, b: GivenPart): boolean =>
  a.supplyId === b.supplyId &&
  (a.warehouseId ?? null) === (b.warehouseId ?? null) &&
  unitsOf(a.quantity) === unitsOf(b.quantity);

/** Merges changed parts; those already issued from stock stay. */
export function mergeParts(before: readonly PartLine[], input: readonly GivenPart[]): PartLine[] {
  const posted = before.filter(line => line.posted);
  const fresh: PartLine[] = [];
  const left = [...posted];
  for (const line of input) {
    const place = left.findIndex(part => isSame(part, line));
    if (place >= 0) left.splice(place, 1);
    else
      fresh.push({
        supplyId: line.supplyId,
        warehouseId: line.warehouseId ?? null,
        quantity: line.quantity,
        amount: null,
        posted: false,
        documentId: null,
      });
  }
  assertListedOnce(fresh);
  return [...posted, ...fresh];
}

function assertListedOnce(lines: readonly PartLine[]): void {
  const seen = new Set<string>();
  for (const [at, { supplyId, warehouseId }] of lines.entries()) {
    const key = `${supplyId} ${warehouseId ?? ''}`;
    if (seen.has(key)) failFields({ [`parts.${at}.supplyId`]: { code: 'LISTED_TWICE' } });
    seen.add(key);
  }
}

const sumOf = (lines: readonly PartLine[]): number => lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

export const costsOf = (lines: readonly PartLine[], laborCost: number | null, otherCost: number | null) => {
  const partsCost = sumOf(lines);
  return { partsCost, totalCost: (laborCost ?? 0) + (otherCost ?? 0) + partsCost };
};

/** Stock per supply and warehouse, in thousandths. */
async function readLevels(ctx: Ctx, supplyIds: readonly string[]): Promise<Map<string, Map<string, number>>> {
  const levels = await records(stockLevel).find(ctx, { supplyId: { $in: [...supplyIds] } });
  const stock = new Map<string, Map<string, number>>();
  for (const { supplyId, warehouseId, quantity } of levels) {
    if (!supplyId || !warehouseId) continue;
    const places = stock.get(supplyId) ?? new Map<string, number>();
    stock.set(supplyId, places.set(warehouseId, unitsOf(quantity)));
  }
  return stock;
}

/** Assigns a warehouse to each line: the given one, else the one with the largest stock. */
async function chooseStores(ctx: Ctx, lines: readonly PartLine[], levels: Map<string, Map<string, number>>) {
  const active = await records(warehouse).find(ctx, { active: true }, { sort: { name: 1 } });
  for (const line of lines) {
    if (line.warehouseId) continue;
    const places = active.toSorted(
      (a, b) => (levels.get(line.supplyId)?.get(b._id) ?? 0) - (levels.get(line.supplyId)?.get(a._id) ?? 0),
    );
    line.warehouseId = places[0]?._id ?? null;
  }
}

/** Lines that can be issued: active supplies in active warehouses with enough stock. */
function givable(
  lines: readonly PartLine[],
  supplies: ReadonlyMap<string, Supply>,
  stores: ReadonlySet<string>,
  levels: Map<string, Map<string, number>>,
): PartLine[] {
  return lines.filter(({ supplyId, warehouseId, quantity }) => {
    const item = supplies.get(supplyId);
    if (item?.status !== 'IN_USE' || !warehouseId || !stores.has(warehouseId)) return false;
    if (item.nonStock) return true;
    const places = levels.get(supplyId);
    const left = (places?.get(warehouseId) ?? 0) - unitsOf(quantity);
    if (left < 0) return false;
    places?.set(warehouseId, left);
    return true;
  });
}

/** Reports stock errors at the parts of the work. */
function atParts(error: unknown, places: readonly number[]): never {
  if (!(error instanceof Refusal)) throw error;
  const { fields = {}, ...data } = (error.data ?? {}) as { fields?: Record<string, unknown> };
  const named = Object.entries(fields).map(([path, fault]) => {
    const [, at = '0', part = 'quantity'] = path.split('.');
    return [`parts.${places[Number(at)] ?? 0}.${part}`, fault];
  });
  throw new Refusal(error.code, { ...data, fields: Object.fromEntries(named) });
}

interface Issued {
  lines: PartLine[];
  effect: Pick<Effect, 'first' | 'with' | 'also'>;
}

/** Issue document for the parts of a work. */
const loadIssue = (ctx: Ctx, work: Work, warehouseId: string, lines: readonly PartLine[], receiverId: string | null) =>
  build(
    ctx,
    stockDocument,
    {
      kind: 'ISSUE',
      reason: 'WORK',
      warehouseId,
      documentDate: todayOf(ctx),
      status: 'OFFICIAL',
      maintenanceId: work._id,
      receiverId,
      posted: true,
      postedAt: ctx.now,
      postedBy: ctx.employeeId,
      lines: lines.map(({ supplyId, quantity }) => ({
        supplyId,
        quantity,
        unitPrice: null,
        amount: 0,
        note: null,
      })),
    },
    true,
  );

/**
 * Issues the parts of a work from stock, one document per warehouse, in the transaction that completes it. Missing stock is refused, except for works
 * completed offline: these issue what they can, and the rest waits for the warehouse keeper.
 */
export async function issueParts(ctx: Ctx, work: Work, all: readonly PartLine[], offline: boolean): Promise<Issued> {
  const lines = all.map(line => ({ ...line }));
  const due = lines.filter(line => !line.posted);
  if (due.length === 0) return { lines, effect: {} };
  const day = todayOf(ctx);
  const supplyIds = due.map(({ supplyId }) => supplyId);
  const [supplies, levels] = [await loadRefs(ctx.projectId, supply, supplyIds), await readLevels(ctx, supplyIds)];
  await chooseStores(ctx, due, levels);
  const closed = offline && day <= ((await lockedTo(ctx, 'transaction')) ?? '');
  const available = offline ? (closed ? [] : givable(due, supplies, await activeStores(ctx), levels)) : due;
  if (!offline) await assertPartsFit(ctx, lines, day);
  const late = due.filter(line => !available.includes(line));
  for (const line of available) {
    line.posted = true;
    const item = supplies.get(line.supplyId);
    if (item?.nonStock) line.amount = amountAt(line.quantity, item.lastPrice);
  }
  const stocked = available.filter(({ supplyId }) => !supplies.get(supplyId)?.nonStock);
  const notice = (session: Session) => notifyKeepers(ctx, work, late, session);
  if (stocked.length === 0) return { lines, effect: { also: notice } };
  return { lines, effect: await issued(ctx, work, lines, stocked, offline, notice) };
}

const activeStores = async (ctx: Ctx): Promise<Set<string>> =>
  new Set((await records(warehouse).find(ctx, { active: true })).map(({ _id }) => _id));

async function assertPartsFit(ctx: Ctx, lines: readonly PartLine[], day: string): Promise<void> {
  for (const [at, { posted, warehouseId }] of lines.entries()) {
    if (posted) continue;
    if (!warehouseId) failFields({ [`parts.${at}.warehouseId`]: { code: 'REQUIRED' } });
    await needActive(ctx, warehouseId, `parts.${at}.warehouseId`);
  }
  await assertNotLocked(ctx, 'transaction', day, 'parts');
}

async function issued(
  ctx: Ctx,
  work: Work,
  lines: readonly PartLine[],
  stocked: readonly PartLine[],
  offline: boolean,
  notice: (session: Session) => Promise<void>,
): Promise<Issued['effect']> {
  const day = todayOf(ctx);
  const byStore = [...Map.groupBy(stocked, ({ warehouseId }) => warehouseId ?? '')];
  const papers = await Promise.all(
    byStore.map(([id, ofStore]) => loadIssue(ctx, work, id, ofStore, ctx.employeeId ?? null)),
  );
  const moves: Move[] = [];
  const moved: PartLine[] = [];
  for (const [n, [warehouseId, ofStore]] of byStore.entries())
    for (const [line, part] of ofStore.entries()) {
      const doc = papers[n];
      if (!doc) continue;
      part.documentId = doc._id;
      moves.push({
        line: moves.length,
        supplyId: part.supplyId,
        warehouseId,
        units: -unitsOf(part.quantity),
        of: { id: doc._id, code: () => doc.code ?? '', line },
      });
      moved.push(part);
    }
  const paper = {
    id: work._id,
    code: () => work.code ?? '',
    day,
    refusesStopped: true,
    also: () => ({ lastExportDate: day }),
  };
  const { changes, fill } = postMoves(ctx, paper, moves);
  const { holds, also } = heldOpen(ctx, 'transaction', [day], work.code);
  const made = papers.map(
    (insert): Change => ({
      definition: stockDocument,
      action: 'create',
      insert,
      holds: [...holds, insert.warehouseId],
    }),
  );
  return {
    async first(session, set) {
      for (const doc of papers) await giveNumber(stockDocument, doc, STOCK_PREFIX.ISSUE, day, session);
      const amounts = await fill(session).catch((error: unknown) => {
        // Stock was taken concurrently: recalculated.
        if (offline && error instanceof Refusal) throw new VersionConflict();
        return atParts(
          error,
          moved.map(part => lines.indexOf(part)),
        );
      });
      for (const [n, part] of moved.entries()) part.amount = amounts.get(n) ?? 0;
      let at = 0;
      for (const doc of papers) {
        doc.lines = doc.lines.map(line => ({ ...line, amount: amounts.get(at++) ?? 0 }));
        doc.total = doc.lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
      }
      const [laborCost, otherCost] = [set.laborCost ?? work.laborCost, set.otherCost ?? work.otherCost];
      Object.assign(set, { parts: lines }, costsOf(lines, Number(laborCost ?? 0), Number(otherCost ?? 0)));
    },
    with: [...made, ...changes],
    async also(session) {
      await also(session);
      await notice(session);
    },
  };
}

/** Notifies warehouse keepers of unbooked parts; without keepers, staff who manage supplies. */
async function notifyKeepers(ctx: Ctx, work: Work, late: readonly PartLine[], session: Session): Promise<void> {
  if (late.length === 0) return;
  const ids = late.flatMap(({ warehouseId }) => warehouseId ?? []);
  const stores = [...(await loadRefs(ctx.projectId, warehouse, ids)).values()];
  const keepers = stores.flatMap(({ keeperId }) => keeperId ?? []);
  const who = keepers.length > 0 ? keepers : await loadReaders(ctx.projectId, supply.code, 'updateStatus');
  const subject = { module: maintenance.code, id: work._id, title: work.title };
  await notify(ctx, toStaff([...new Set(who)]), 'MAINTENANCE_PARTS_OPEN', subject, session);
}
