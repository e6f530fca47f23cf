import { searchKeys } from '@lobby/shared/kit/text-search.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { build } from '../../kit/records/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { accountOf, advanceOf } from './accounts.ts';
import { balanced, effectOf, type Line, type Posting } from './entries.ts';

/** The changes by which a document comes onto the books: saved with the document itself, in one transaction (domain.md, Money 1). */
export async function postings(ctx: Ctx, { entry, day, source, unitId, lines }: Posting): Promise<Change[]> {
  const { lines: own, amount } = balanced(lines);
  if (amount === 0) return [];
  const known = typeof source === 'string' ? source : null;
  const values = { entry, day, source: known, unitId: unitId ?? null, amount, lines: own };
  const insert = await build(ctx, journalEntry, values);
  const written: Change = {
    definition: journalEntry,
    action: 'create',
    insert,
    ...(typeof source === 'function' && {
      first: async () => {
        insert.source = source();
        insert.keys = [...new Set([...(insert.keys ?? []), ...searchKeys([], [source()])])];
      },
    }),
  };
  if (!unitId) return [written];
  const { owed, balance, advance, deposit } = effectOf(own);
  const enough = Object.entries({ balance, advance, deposit }).flatMap(([name, by]) =>
    by < 0 ? [[name, { $gte: -by }]] : [],
  );
  const update = {
    doc: await accountOf(ctx, unitId),
    set: { lastAt: ctx.now },
    inc: { owed, balance, advance, deposit },
    // Of two postings on one unit at once the database makes the second wait: sums are added, never overwritten.
    keepVersion: true,
    // Money that somebody else has taken out meanwhile is not there any more.
    ...(enough.length > 0 && { while: Object.fromEntries(enough) }),
  };
  return [written, ...(await advances(ctx, unitId, own)), { definition: unitAccount, action: 'post', update }];
}

/** What the entry does to what the unit has paid ahead, service by service. */
async function advances(ctx: Ctx, unitId: string, lines: readonly Line[]): Promise<Change[]> {
  const own = lines.filter(({ account, serviceId }) => account === 'ADVANCE' && serviceId);
  const changes: Change[] = [];
  for (const [serviceId, all] of Map.groupBy(own, one => String(one.serviceId))) {
    const { advance: by } = effectOf(all);
    const update = {
      doc: await advanceOf(ctx, unitId, serviceId),
      set: { lastAt: ctx.now },
      inc: { balance: by, paidIn: Math.max(by, 0), used: Math.max(-by, 0) },
      keepVersion: true,
      ...(by < 0 && { while: { balance: { $gte: -by } } }),
    };
    changes.push({ definition: serviceAdvance, action: 'post', update });
  }
  return changes;
}
