import { fold } from '@lobby/shared/kit/text-search.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { type CodeKind, longestCode } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { codeKindSchema, missingMappings } from '@lobby/shared/modules/sync-run.contract.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields, Refusal } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { build, edited } from '../../../kit/records/records.ts';
import { records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict, save } from '../../../kit/store/save.ts';
import { activeConnection, callAccounting, lineTo } from '../access.ts';
import { codeValues } from './codes.ts';
import { ownOfKind } from './own-records.ts';

const { path, code: module } = syncCode;
const MOST_ROWS = 1000;
const row = z.strictObject({
  kind: codeKindSchema,
  ours: z.string().trim().min(1).max(60),
  code: z.string().trim().max(40).optional(),
  debit: z.string().trim().max(10).optional(),
  credit: z.string().trim().max(10).optional(),
  reason: z.string().trim().max(500).optional(),
});

type RowIn = z.infer<typeof row>;

/** Prefixes the field errors of one row with its index in the call. */
function atRow(error: unknown, n: number): never {
  if (!(error instanceof Refusal)) throw error;
  const { fields = {}, ...more } = (error.data ?? {}) as { fields?: Record<string, { code: never }> };
  const named = Object.entries(fields).map(([name, fault]) => [`rows.${n}.${name}`, fault]);
  return failFields(Object.fromEntries(named), error.code, more);
}

/** The requested code of a row, and the id of the code record that the row updates. */
interface Place {
  id: string | null;
  kind: CodeKind;
  code: string | null | undefined;
}
/** Throws at a row whose code belongs to another record that the same call does not change. */
async function assertFreeThere({ projectId }: Ctx, places: readonly Place[]): Promise<void> {
  const codes = places.flatMap(({ code }) => code ?? []);
  const held = await records(syncCode).find({ projectId }, { code: { $in: codes } }, { only: ['kind', 'code'] });
  const others = held.filter(({ _id }) => !places.some(({ id }) => id === _id));
  const n = places.findIndex(place =>
    others.some(({ kind, code }) => place.code && kind === place.kind && code === place.code),
  );
  if (n >= 0) failFields({ [`rows.${n}.code`]: { code: 'ACCOUNTING_CODE_TAKEN' } }, 'ACCOUNTING_CODE_TAKEN');
}

/** Builds the changes of all rows; they are saved in one transaction. */
async function loadChanges(ctx: Ctx, rows: readonly RowIn[]): Promise<Change[]> {
  const { projectId } = ctx;
  const seen = new Set<string>();
  const changes: Change[] = [];
  const places: Place[] = [];
  const owns = new Map<CodeKind, Map<string, Awaited<ReturnType<typeof ownOfKind>>[number]>>();
  for (const [kind, ofKind] of Map.groupBy(rows, typed => typed.kind))
    owns.set(
      kind,
      new Map(
        (
          await ownOfKind(
            projectId,
            kind,
            ofKind.map(({ ours }) => ours),
          )
        ).map(record => [record.ours, record]),
      ),
    );
  for (const [n, values] of rows.entries())
    try {
      const record = owns.get(values.kind)?.get(values.ours);
      if (!record) failFields({ ours: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
      const doc = await records(syncCode).first({ projectId }, { kind: values.kind, recordId: record.id });
      const whole = await codeValues(ctx, { ...values, ...(doc && { ours: doc.ours }) }, doc, record);
      for (const key of [`record ${values.kind} ${record.id}`, whole.code && `code ${values.kind} ${whole.code}`]) {
        if (!key) continue;
        if (seen.has(key)) failFields({ code: { code: 'ACCOUNTING_CODE_TAKEN' } }, 'ACCOUNTING_CODE_TAKEN');
        seen.add(key);
      }
      places.push({ id: doc?._id ?? null, kind: values.kind, code: whole.code });
      if (!doc)
        changes.push({ definition: syncCode, action: 'create', insert: await build(ctx, syncCode, whole, true) });
      else {
        const { changed } = await edited(ctx, syncCode, doc, whole);
        changes.push({ definition: syncCode, action: 'update', update: { doc, set: changed } });
      }
    } catch (error) {
      atRow(error, n);
    }
  await assertFreeThere(ctx, places);
  return changes;
}

const saveRows = route({
  method: 'put',
  path,
  summary: 'Set codes of many at once: all of them or none',
  module,
  flags: ['write'],
  body: z.strictObject({ rows: z.array(row).min(1).max(MOST_ROWS) }),
  answer: z.object({ saved: z.int() }),
  async run(ctx, { body: { rows } }) {
    const saved = { saved: rows.length };
    await retryOnConflict(async () => save(ctx, await loadChanges(ctx, rows), saved));
    return saved;
  },
});

/** Number of unsent documents per unit. */
async function loadWaiting(projectId: string): Promise<Map<string, number>> {
  const groups = await records(syncReceipt).aggregate<{ _id: string | null; count: number }>(
    { projectId },
    { status: { $in: ['NONE', 'PENDING', 'CHANGED'] } },
    [{ $group: { _id: '$unitId', count: { $sum: 1 } } }],
  );
  return new Map(groups.map(({ _id, count }) => [_id ?? '', count]));
}

/** All of our records of a kind with their codes: those without a code first, units ordered by the number of waiting documents. */
async function loadSheet(projectId: string, kind: CodeKind) {
  const [all, codes, waiting] = await Promise.all([
    ownOfKind(projectId, kind),
    records(syncCode).find({ projectId }, { kind }, { only: ['recordId', 'code'] }),
    loadWaiting(projectId),
  ]);
  const held = new Map(codes.map(({ recordId, code }) => [recordId, code ?? '']));
  return all
    .map(record => ({
      ...record,
      code: held.get(record.id) ?? null,
      waiting: kind === 'UNIT' ? (waiting.get(record.id) ?? 0) : 0,
    }))
    .sort((a, b) => Number(a.code !== null) - Number(b.code !== null) || b.waiting - a.waiting);
}

const loadMissing = async (projectId: string, kind: CodeKind) =>
  (await loadSheet(projectId, kind)).filter(({ code }) => code === null);

const missing = route(missingMappings, {
  flags: ['read'],
  run: ({ projectId }, { query: { kind, all } }) => (all === 'true' ? loadSheet : loadMissing)(projectId, kind),
});

const proposed = z.object({ ours: z.string(), label: z.string(), code: z.string().nullable() });

const suggest = route({
  method: 'post',
  path: `${path}/suggest`,
  summary: 'Propose a code for what has none: our own without separators; where two would be the same none is proposed',
  module,
  flags: ['write'],
  body: z.strictObject({ kind: codeKindSchema }),
  answer: z.array(proposed),
  async run({ projectId }, { body: { kind } }) {
    const all = await loadMissing(projectId, kind);
    const short = (ours: string) =>
      fold(ours)
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
        .slice(0, longestCode(kind));
    const stored = await records(syncCode).find({ projectId }, { kind }, { only: ['code'] });
    const times = new Map<string, number>();
    for (const code of [...all.map(record => short(record.ours)), ...stored.flatMap(({ code }) => code ?? [])])
      times.set(code, (times.get(code) ?? 0) + 1);
    return all.map(({ ours, label }) => {
      const code = short(ours);
      return { ours, label, code: code && times.get(code) === 1 ? code : null };
    });
  },
});

/** Names of the code lists in the accounting software's API. */
const THERE: Readonly<Partial<Record<CodeKind, string>>> = {
  PROJECT: 'units',
  BLOCK: 'buildings',
  UNIT: 'customers',
  SERVICE: 'cases',
  CATEGORY: 'tasks',
  FUND: 'funds',
  TAX: 'taxes',
};

const fetchCodes = route({
  method: 'post',
  path: `${path}/fetch`,
  summary: 'The codes of the other side, each with what of ours it may be; nothing is saved',
  module,
  flags: ['sync'],
  body: z.strictObject({ kind: codeKindSchema }),
  answer: z.array(z.object({ code: z.string(), name: z.string(), ours: z.string().nullable() })),
  async run(ctx, { body: { kind } }) {
    const { projectId } = ctx;
    const there = THERE[kind];
    if (!there) return [];
    const connection = await activeConnection(projectId);
    const codes = await callAccounting(ctx, 'codes', async () => (await lineTo(connection)).codes(there));
    const stored = await records(syncCode).find({ projectId }, { kind }, { only: ['code'] });
    const used = new Set(stored.map(({ code }) => code));
    const byName = new Map((await loadMissing(projectId, kind)).map(record => [fold(record.label), record.ours]));
    return codes
      .filter(({ code }) => !used.has(code))
      .slice(0, MOST_ROWS)
      .map(({ code, name }) => ({ code, name, ours: byName.get(fold(name)) ?? null }));
  },
});

export const codeCalls: readonly Route[] = [missing, suggest, fetchCodes, saveRows];
