import { searchKeys } from '@lobby/shared/kit/text-search.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { type EntryKind, journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { build } from '../../kit/records/records.ts';
import { nextNumber } from '../../kit/store/codes.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { heldOpen } from '../lock-date/index.ts';
import { followPosting } from '../sync-row/index.ts';
import { accountOf, advanceOf } from './accounts.ts';
import { fundRules } from './cash.ts';
import { balanced, bucketed, effectOf, isOfUnit, type Line, ofUnit, type Posting, reversed } from './entries.ts';

/** The changes by which a document comes onto the books: saved with the document itself, in one transaction (domain.md, Money 1). */
export async function postings(ctx: Ctx, posting: Posting): Promise<Change[]> {
  const given = balanced(ofUnit(posting.lines, posting.unitId));
  if (given.total === 0) return [];
  const holders = await holdersOf(ctx, given.lines);
  const lines = given.lines.flatMap(line => {
    const holder = holders.get(keyOf(line));
    return holder ? bucketed(line, Number(holder.balanceOpening ?? 0)) : [line];
  });
  const changes = [await entryOf(ctx, posting, lines, given.total), ...moved(ctx, holders, lines)];
  const rules = await fundRules(ctx, posting, lines);
  const { type, doc, day, before } = posting;
  const what = type === 'bill' ? 'receivable' : 'transaction';
  const open = heldOpen(ctx, what, before ? [before, day] : [day], doc.code ? String(doc.code) : null);
  const follow = await followPosting(ctx, posting, given.total);
  return changes.map((change, n) => ({
    ...change,
    ...(n === 0 && rules.first && { first: inTurn(rules.first, change.first) }),
    ...(n === changes.length - 1 && { ...open, ...(follow && { also: inTurn(open.also, follow) }) }),
  }));
}

/** One statement before another, where there is another. */
const inTurn =
  (one: NonNullable<Change['first']>, other: Change['first']): NonNullable<Change['first']> =>
  async session => {
    await one(session);
    await other?.(session);
  };

/** Takes back what a document brought onto the books: each of its entries of those kinds once, line by line. */
export async function reversals(
  ctx: Ctx,
  { of, ...posting }: Omit<Posting, 'lines' | 'occurrence' | 'reversesId'> & { of: readonly EntryKind[] },
): Promise<Change[]> {
  const standing = await standingEntries(ctx, posting.doc._id, of);
  const changes: Change[] = [];
  for (const entry of standing) {
    const lines = reversed(entry.lines as Line[]);
    changes.push(
      ...(await postings(ctx, {
        ...posting,
        lines,
        occurrence: entry._id,
        reversesId: entry._id,
        before: String(entry.accountingDate),
      })),
    );
  }
  return changes;
}

/** Takes one entry back on a day, whichever document stands behind it. */
export function reversalOf(ctx: Ctx, kind: EntryKind, entry: Stored, day: string): Promise<Change[]> {
  const { documentType, documentId, documentCode, accountingDate } = entry;
  const doc = { ...entry, _id: String(documentId), code: documentCode };
  const lines = reversed(entry.lines as Line[]);
  const before = String(accountingDate);
  const of = { type: documentType as Posting['type'], doc, reversesId: entry._id, occurrence: entry._id };
  return postings(ctx, { kind, day, lines, before, ...of });
}

/** The entries of a document that nothing has taken back yet. */
async function standingEntries({ projectId }: Ctx, documentId: string, of: readonly EntryKind[]): Promise<Stored[]> {
  const entries = modelOf(journalEntry);
  const all = await entries
    .find({ projectId, deletedAt: null, documentId })
    .sort({ no: 1 })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const gone = new Set(all.map(({ reversesId }) => reversesId).filter(Boolean));
  return all.filter(({ _id, kind, reversesId }) => !reversesId && of.includes(kind as EntryKind) && !gone.has(_id));
}

async function entryOf(ctx: Ctx, posting: Posting, lines: readonly Line[], total: number): Promise<Change> {
  const { kind, day, type, doc, reversesId, text, occurrence = doc.version } = posting;
  const values = {
    no: await nextNumber(ctx.projectId, journalEntry.name),
    accountingDate: day,
    month: day.slice(0, 7),
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
    once: `${doc._id}:${kind}:${occurrence}`,
  };
  // What a new fund begins with is stored together with the fund.
  const insert = await build(ctx, journalEntry, values, type === 'fund');
  const written: Change = { definition: journalEntry, action: 'create', insert };
  if (doc.code) return written;
  // It gets its number with the document itself.
  const first = async () => {
    insert.documentCode = String(doc.code ?? doc.name);
    insert.keys = [...new Set([...(insert.keys ?? []), ...searchKeys([], [insert.documentCode])])];
  };
  return { ...written, first };
}

/** The record that holds the money of a line: the unit's account, or what it paid ahead for the service. */
const keyOf = ({ account, unitId, serviceId }: Line): string =>
  account === 'ADVANCE' ? `${unitId}:${serviceId}` : account === 'UNIT_ACCOUNT' ? `${unitId}:` : '';

async function holdersOf(ctx: Ctx, lines: readonly Line[]): Promise<Map<string, Stored>> {
  const holders = new Map<string, Stored>();
  for (const line of lines.filter(isOfUnit)) {
    const unitId = String(line.unitId);
    if (!holders.has(`${unitId}:`)) holders.set(`${unitId}:`, await accountOf(ctx, unitId));
    const key = keyOf(line);
    if (line.account === 'ADVANCE' && !holders.has(key))
      holders.set(key, await advanceOf(ctx, unitId, String(line.serviceId)));
  }
  return holders;
}

/** How balances move: they are added to, never overwritten, so that of two at once on one unit the database makes the second wait. */
function moved(ctx: Ctx, holders: ReadonlyMap<string, Stored>, lines: readonly Line[]): Change[] {
  const changes: Change[] = [];
  for (const [unitId, own] of Map.groupBy(lines.filter(isOfUnit), line => String(line.unitId))) {
    const ahead = Map.groupBy(
      own.filter(({ account }) => account === 'ADVANCE'),
      line => keyOf(line),
    );
    for (const [key, all] of ahead) {
      const { advance } = effectOf(all);
      const { advance: balanceOpening } = effectOf(all.filter(({ bucket }) => bucket === 'OPENING'));
      const inc = { balance: advance, balanceOpening, paidIn: Math.max(advance, 0), used: Math.max(-advance, 0) };
      const update = held(ctx, holders.get(key), inc, 'ADVANCE_NOT_ENOUGH');
      changes.push({ definition: serviceAdvance, action: 'post', update });
    }
    const update = held(ctx, holders.get(`${unitId}:`), { ...effectOf(own) }, 'UNIT_ACCOUNT_NOT_ENOUGH');
    changes.push({ definition: unitAccount, action: 'post', update });
  }
  return changes;
}

/** Names of what may never fall below 0; what is current of a balance is what it did not begin with. */
const NEVER_BELOW = ['balance', 'balanceOpening', 'advance', 'deposit'];
type Update = NonNullable<Change['update']>;

function held(ctx: Ctx, doc: Stored | undefined, inc: Record<string, number>, code: string): Update {
  if (!doc) throw new Error('an account that was not read');
  const has = (name: string) => Number(doc[name] ?? 0);
  const current = (inc.balance ?? 0) - (inc.balanceOpening ?? 0);
  const below = NEVER_BELOW.filter(name => (inc[name] ?? 0) < 0);
  if (below.some(name => has(name) + (inc[name] ?? 0) < 0) || has('balance') - has('balanceOpening') + current < 0)
    fail(code);
  return {
    doc,
    set: { lastAt: ctx.now },
    inc,
    keepVersion: true,
    // Money that somebody else has taken out meanwhile is not there any more.
    while: {
      ...Object.fromEntries(below.map(name => [name, { $gte: -(inc[name] ?? 0) }])),
      ...(current < 0 && { $expr: { $gte: [{ $subtract: ['$balance', '$balanceOpening'] }, -current] } }),
    },
  };
}
