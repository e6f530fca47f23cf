import type { Day } from '@lobby/shared/kit/dates.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import type { ImportRow } from '../../kit/records/behaviour.ts';
import type { DoneOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { type Change, save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';

const amount = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, '.');

/** A version, stored or not yet. */
type Priced = Readonly<Values<typeof tariffVersion>>;

/** Prices of a version as text: the price, or the lowest and the highest. */
export function pricesIn({ pricing, unitPrice, priceList, formulaType, tiers, parts, fixedFee }: Priced): string {
  const rows = (pricing === 'PRICE_LIST' ? priceList : formulaType === 'PERCENT' ? parts : tiers) ?? [];
  const prices = pricing === 'UNIT_PRICE' ? [unitPrice ?? 0] : rows.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const range = prices.length === 0 ? '' : low === high ? amount(low) : `${amount(low)}–${amount(high)}`;
  const fee = fixedFee && fixedFee > 0 ? `+ ${amount(fixedFee)}` : '';
  return `${[range, fee].filter(Boolean).join(' ')} ₫`;
}

const startsOf = (version: Priced) => version.effectiveFrom ?? '';
const byStart = (a: Priced, b: Priced) => (startsOf(a) < startsOf(b) ? -1 : 1);

/** Fields of a tariff that follow from its versions on a day. */
export function ofToday(versions: readonly Priced[], today: Day) {
  const sorted = [...versions].sort(byStart);
  const current = sorted.findLast(version => startsOf(version) <= today);
  const next = sorted.find(version => startsOf(version) > today);
  return {
    priceNow: current ? pricesIn(current) : null,
    effectiveNow: current ? startsOf(current) : null,
    nextFrom: next ? startsOf(next) : null,
  };
}

/** Versions of a tariff, oldest first. */
export const versionsOfTariff = (projectId: string, tariffId: string): Promise<Doc<typeof tariffVersion>[]> =>
  records(tariffVersion).find({ projectId }, { tariffId }, { sort: { effectiveFrom: 1 } });

const differs = (doc: Doc<typeof tariff>, set: ReturnType<typeof ofToday>) =>
  Object.entries(set).some(([name, value]) => (fieldOf(doc, name) ?? null) !== value);

/** Versions of a tariff after an import: stored ones with the changes of rows, and new rows. */
export function withRows(
  stored: readonly Doc<typeof tariffVersion>[],
  rows: readonly ImportRow[],
  tariffId: Priced['tariffId'],
): Doc<typeof tariffVersion>[] {
  const ofTariff = rows.filter(({ values, doc }) => (doc ? doc.tariffId : values.tariffId) === tariffId);
  const edits = new Map(ofTariff.flatMap(({ doc, values }) => (doc ? [[doc._id, values] as const] : [])));
  const fresh = ofTariff.flatMap(({ doc, values }) => (doc ? [] : [values as unknown as Doc<typeof tariffVersion>]));
  return [...stored.map(version => ({ ...version, ...edits.get(version._id) })), ...fresh].sort(byStart);
}

/** Whether a row is the last one of the import for its tariff; common changes are made with it. */
function isLastOf(file: readonly ImportRow[], { _id, tariffId, effectiveFrom }: Doc<typeof tariffVersion>): boolean {
  const last = file.findLast(({ values, doc }) =>
    doc ? doc.tariffId === tariffId && Object.keys(values).length > 0 : values.tariffId === tariffId,
  );
  return last?.doc ? last.doc._id === _id : last?.values.effectiveFrom === effectiveFrom;
}

/** Further changes of a version: the numbers of the others, and the current price of the tariff. */
export async function syncPriceOfToday(ctx: Ctx, done: DoneOf<typeof tariffVersion>): Promise<Change[]> {
  const { projectId } = ctx;
  const { doc, before } = done;
  const file = 'file' in done ? done.file : undefined;
  const edited = doc ?? before;
  if (file && doc && !isLastOf(file, doc)) return [];
  const stored = await versionsOfTariff(projectId, edited.tariffId);
  const others = stored.filter(({ _id }) => _id !== edited._id);
  const all = file ? withRows(stored, file, edited.tariffId) : [...others, ...(doc ? [doc] : [])].sort(byStart);
  // Rows number their own versions.
  const ofRows = new Set(file?.map(row => row.doc?._id));
  const moved = all.flatMap((version, n): Change[] =>
    !version._id || ofRows.has(version._id) || version._id === edited._id || version.number === n + 1
      ? []
      : [
          {
            definition: tariffVersion,
            action: 'number',
            update: { doc: version, set: { number: n + 1 }, keepVersion: true },
          },
        ],
  );
  const of = await records(tariff).get({ projectId }, edited.tariffId);
  const set = ofToday(all, todayOf(ctx));
  return of && differs(of, set)
    ? [...moved, { definition: tariff, action: 'update', update: { doc: of, set, keepVersion: true } }]
    : moved;
}

/** Updates tariffs whose next version takes effect. Idempotent. */
export const tariffsJob = defineJob({
  name: 'tariffs that take effect',
  every: '*/15 * * * *',
  async perProject(ctx) {
    const { projectId } = ctx;
    return attemptEach(await records(tariff).find(ctx, { nextFrom: { $lte: todayOf(ctx) } }), async doc => {
      const set = ofToday(await versionsOfTariff(projectId, doc._id), todayOf(ctx));
      return save(ctx, [{ definition: tariff, action: 'update', update: { doc, set } }]);
    });
  },
});
