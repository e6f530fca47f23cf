import { monthOf } from '@lobby/shared/kit/dates.ts';
import { searchKeys } from '@lobby/shared/kit/text-search.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { type EntryKind, journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import { nextNumber } from '../../kit/store/codes.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { onPosting, standingConnection } from '../accounting-sync/rows/index.ts';
import { heldOpen } from '../lock-date/index.ts';
import { loadAccount, loadAccounts, loadAdvance } from './accounts.ts';
import { fundRules } from './cash.ts';
import {
  balanceLines,
  effectOf,
  isOfUnit,
  type Line,
  ofUnit,
  type Posting,
  reverseLines,
  splitByBucket,
} from './reports/entries.ts';

type Entry = Doc<typeof journalEntry>;
/** Record that holds a unit's money. */
type Holder = Doc<typeof unitAccount> | Doc<typeof serviceAdvance>;

/** Changes that post a document; saved with the document in one transaction (domain.md, Money 1). */
export async function postings(ctx: Ctx, posting: Posting): Promise<Change[]> {
  const entry = balanceLines(ofUnit(posting.lines, posting.unitId));
  if (entry.total === 0) return [];
  const holders = await loadHolders(ctx, entry.lines);
  const lines = entry.lines.flatMap(line => {
    const holder = holders.get(keyOf(line));
    return holder ? splitByBucket(line, holder.balanceOpening ?? 0) : [line];
  });
  const changes = [await buildEntry(ctx, posting, lines, entry.total), ...moved(ctx, holders, lines)];
  const rules = await fundRules(ctx, posting, lines);
  const { type, doc, day, before } = posting;
  const what = type === 'bill' ? 'receivable' : 'transaction';
  const open = heldOpen(ctx, what, before ? [before, day] : [day], doc.code || null);
  const follow = await onPosting(ctx, posting, entry.lines);
  return changes.map((change, n) => ({
    ...change,
    ...(n === 0 && rules.first && { first: inTurn(rules.first, change.first) }),
    ...(n === changes.length - 1 && { ...open, ...(follow && { also: inTurn(open.also, follow) }) }),
  }));
}

/** Posts many documents that only charge units; each account is updated once by the total. */
export async function postingsOfMany(
  ctx: Ctx,
  all: readonly Posting[],
): Promise<{ entries: Doc<typeof journalEntry>[]; changes: Change[] }> {
  const balancedPostings = all.flatMap(posting => {
    const { lines, total } = balanceLines(ofUnit(posting.lines, posting.unitId));
    return total === 0 ? [] : [{ posting, lines, total }];
  });
  const lines = balancedPostings.flatMap(posting => posting.lines);
  if (lines.some(line => keyOf(line) !== '' || line.account === 'FUND'))
    throw new Error('what takes money out of accounts and funds is posted one by one');
  const unitIds = [...new Set(lines.filter(isOfUnit).flatMap(({ unitId }) => unitId ?? []))];
  const accounts = await loadAccounts(ctx, unitIds);
  const holders = new Map<string, Holder>([...accounts].map(([unitId, doc]) => [`${unitId}:`, doc]));
  const entries = await Promise.all(
    balancedPostings.map(({ posting, lines, total }) => buildEntry(ctx, posting, lines, total)),
  );
  const [first, ...others] = moved(ctx, holders, lines);
  if (!first) return { entries: [], changes: [] };
  const days = [...new Set(balancedPostings.map(({ posting }) => posting.day))];
  const open = heldOpen(ctx, 'receivable', days, null);
  const followed = (await standingConnection(ctx.projectId))
    ? await Promise.all(balancedPostings.map(({ posting, lines: own }) => onPosting(ctx, posting, own)))
    : [];
  const also = async (session: Session) => {
    await open.also(session);
    for (const follow of followed) await follow?.(session);
  };
  return {
    entries: entries.map(({ insert }) => insert),
    changes: [{ ...first, ...open, also }, ...others],
  };
}

/** Runs two statements in sequence. */
const inTurn =
  (first: NonNullable<Change['first']>, other: Change['first']): NonNullable<Change['first']> =>
  async session => {
    await first(session);
    await other?.(session);
  };

/** Reverses the entries of these kinds of a document, each once. */
export async function reversals(
  ctx: Ctx,
  { of, ...posting }: Omit<Posting, 'lines' | 'occurrence' | 'reversesId'> & { of: readonly EntryKind[] },
): Promise<Change[]> {
  const standing = await standingEntries(ctx, posting.doc._id, of);
  const changes: Change[] = [];
  for (const entry of standing) {
    const lines = reverseLines(entry.lines);
    changes.push(
      ...(await postings(ctx, {
        ...posting,
        lines,
        occurrence: entry._id,
        reversesId: entry._id,
        before: entry.accountingDate,
      })),
    );
  }
  return changes;
}

/** Reverses one entry on a day, independent of its document. */
export function buildReversal(ctx: Ctx, kind: EntryKind, entry: Entry, day: string): Promise<Change[]> {
  const { _id, documentType, documentId, documentCode, accountingDate, lines } = entry;
  return postings(ctx, {
    kind,
    day,
    lines: reverseLines(lines),
    before: accountingDate,
    type: documentType,
    doc: { ...entry, _id: documentId ?? '', code: documentCode },
    reversesId: _id,
    occurrence: _id,
  });
}

/** Entries of a document that are not reversed. */
async function standingEntries(ctx: Ctx, documentId: string, of: readonly EntryKind[]): Promise<Entry[]> {
  const all = await records(journalEntry).find(ctx, { documentId }, { sort: { no: 1 } });
  const reversed = new Set(all.map(({ reversesId }) => reversesId).filter(Boolean));
  return all.filter(({ _id, kind, reversesId }) => !reversesId && of.includes(kind) && !reversed.has(_id));
}

async function buildEntry(
  ctx: Ctx,
  posting: Posting,
  lines: readonly Line[],
  total: number,
): Promise<Change & { insert: Doc<typeof journalEntry> }> {
  const { kind, day, type, doc, reversesId, text, occurrence = doc.version } = posting;
  const values = {
    no: await nextNumber(ctx.projectId, journalEntry.name),
    accountingDate: day,
    month: monthOf(day),
    kind,
    documentType: type,
    documentId: doc._id,
    documentCode: doc.code ?? null,
    total,
    lines,
    unitIds: [...new Set(lines.flatMap(({ unitId }) => unitId ?? []))],
    text: text ?? null,
    actor: ctx.actor.name,
    reversesId: reversesId ?? null,
    occurrence: String(occurrence),
  };
  // A new fund is stored in the same transaction, so the reference is not checked.
  const insert = await build(ctx, journalEntry, values, type === 'fund');
  const written = { definition: journalEntry, action: 'create', insert };
  if (doc.code) return written;
  // Its code is assigned together with the document's.
  const first = async () => {
    const code = doc.code ?? doc.name ?? '';
    insert.documentCode = code || null;
    insert.keys = [...new Set([...(insert.keys ?? []), ...searchKeys([], [code])])];
  };
  return { ...written, first };
}

/** Key of the record that holds a line's money: unit account, or advance for a service. */
const keyOf = ({ account, unitId, serviceId }: Line): string =>
  account === 'ADVANCE' ? `${unitId}:${serviceId}` : account === 'UNIT_ACCOUNT' ? `${unitId}:` : '';

async function loadHolders(ctx: Ctx, lines: readonly Line[]): Promise<Map<string, Holder>> {
  const holders = new Map<string, Holder>();
  for (const line of lines.filter(isOfUnit)) {
    const { unitId } = line;
    if (!unitId) continue;
    if (!holders.has(`${unitId}:`)) holders.set(`${unitId}:`, await loadAccount(ctx, unitId));
    const key = keyOf(line);
    if (line.account === 'ADVANCE' && !holders.has(key))
      holders.set(key, await loadAdvance(ctx, unitId, line.serviceId ?? ''));
  }
  return holders;
}

/** Balance updates as increments, which the database serialises per unit. */
function moved(ctx: Ctx, holders: ReadonlyMap<string, Holder>, lines: readonly Line[]): Change[] {
  const changes: Change[] = [];
  for (const [unitId, unitLines] of Map.groupBy(lines.filter(isOfUnit), line => line.unitId ?? '')) {
    const ahead = Map.groupBy(
      unitLines.filter(({ account }) => account === 'ADVANCE'),
      keyOf,
    );
    for (const [key, all] of ahead) {
      const { advance } = effectOf(all);
      const { advance: balanceOpening } = effectOf(all.filter(({ bucket }) => bucket === 'OPENING'));
      const inc = { balance: advance, balanceOpening, paidIn: Math.max(advance, 0), used: Math.max(-advance, 0) };
      const update = added(ctx, holders.get(key), inc, 'ADVANCE_NOT_ENOUGH');
      changes.push({ definition: serviceAdvance, action: 'post', update });
    }
    const update = added(ctx, holders.get(`${unitId}:`), { ...effectOf(unitLines) }, 'UNIT_ACCOUNT_NOT_ENOUGH');
    changes.push({ definition: unitAccount, action: 'post', update });
  }
  return changes;
}

/** Balances that must not become negative. */
const NEVER_BELOW = ['balance', 'balanceOpening', 'advance', 'deposit'] as const;
type Figure = (typeof NEVER_BELOW)[number];
type Update = NonNullable<Change['update']>;

/** Increment of a balance; throws the code if it would be overdrawn. */
function added(
  ctx: Ctx,
  doc: Holder | undefined,
  inc: { [name in Figure]?: number } & Record<string, number>,
  code: string,
): Update {
  if (!doc) throw new Error('an account that was not read');
  const figures: { [name in Figure]?: number } = doc;
  const has = (name: Figure) => figures[name] ?? 0;
  const current = (inc.balance ?? 0) - (inc.balanceOpening ?? 0);
  const below = NEVER_BELOW.filter(name => (inc[name] ?? 0) < 0);
  if (below.some(name => has(name) + (inc[name] ?? 0) < 0) || has('balance') - has('balanceOpening') + current < 0)
    fail(code);
  return {
    doc,
    set: { lastAt: ctx.now },
    inc,
    keepVersion: true,
    // Guards against concurrent withdrawals.
    while: {
      ...Object.fromEntries(below.map(name => [name, { $gte: -(inc[name] ?? 0) }])),
      ...(current < 0 && { $expr: { $gte: [{ $subtract: ['$balance', '$balanceOpening'] }, -current] } }),
    },
  };
}
