import { bill } from '@lobby/shared/modules/bill.ts';
import { formula, surcharge, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { ImportRow } from '../../kit/records/behaviour.ts';
import type { BehaviourOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { assertNotLocked } from '../lock-date/index.ts';
import { syncPriceOfToday, versionsOfTariff, withRows } from './current-price.ts';

type Version = Values<typeof tariffVersion>;
/** Fields of a used version that may change. */
const WORDS = ['source'];

const isEmpty = (lines: readonly unknown[] | null | undefined) => !lines?.length;

/** Copies the lines of the named formula and the percentage of the surcharge, unless given. */
export async function copyFormula({ projectId }: Ctx, values: Version): Promise<Version> {
  const { formulaId, surchargeId } = values;
  const lines = formulaId ? (await loadRefs(projectId, formula, [formulaId])).get(formulaId) : undefined;
  const tax = surchargeId ? (await loadRefs(projectId, surcharge, [surchargeId])).get(surchargeId) : undefined;
  const blank = lines && isEmpty(values.tiers) && isEmpty(values.parts);
  return {
    ...values,
    ...(blank && {
      formulaType: lines.type,
      tiers: lines.tiers,
      parts: lines.parts,
      tierPeople: lines.tierPeople,
      noPeopleTier: lines.noPeopleTier,
    }),
    ...(tax && { surchargeTax: values.surchargeTax ?? tax.percent }),
  };
}

/** Whether bills use one of these versions. */
export const isUsed = (projectId: string, versionIds: readonly string[]): Promise<boolean> =>
  records(bill).exists({ projectId }, { 'items.versionId': { $in: versionIds }, status: { $ne: 'CANCELLED' } });

/** Refuses a start day within periods already billed with another version. */
async function assertNotBilled(
  projectId: string,
  siblings: readonly Pick<Doc<typeof tariffVersion>, '_id'>[],
  day: string,
): Promise<void> {
  const ids = siblings.flatMap(({ _id }) => _id ?? []);
  const query = { projectId, status: 'ACTIVE', type: 'NORMAL', periodEnd: { $gte: day }, deletedAt: null } as const;
  const bills = await records(bill).find(
    { projectId },
    { ...query, createType: 'AUTO', createdFor: 'SERVICE', 'items.versionId': { $in: ids } },
    { only: ['month'], sort: { month: -1 } },
  );
  const [last] = bills;
  if (!last) return;
  const data = { month: last.month, count: bills.length };
  const code = 'TARIFF_VERSION_BILLED';
  fail(code, { ...data, fields: { effectiveFrom: { code, params: data } } });
}

/** Prices including VAT and excluding VAT do not meet within a month: a bill has one of these modes. */
function assertSameMode(siblings: readonly Doc<typeof tariffVersion>[], whole: Version, day: string): void {
  if (day.endsWith('-01')) return;
  const before = siblings.findLast(sibling => sibling.effectiveFrom < day);
  if (before && Boolean(before.vatIncluded) !== Boolean(whole.vatIncluded))
    failFields({ effectiveFrom: { code: 'TARIFF_VAT_MODE_DAY' } }, 'TARIFF_VAT_MODE_DAY');
}

/** Versions used by bills are fixed; a new one starts after the billed and locked periods (domain.md, Money 2 and 6). */
async function check(ctx: Ctx, request: RequestOf<typeof tariffVersion>): Promise<Version> {
  const { kind, values, doc } = request;
  if (kind === 'restore') return values;
  const { projectId } = ctx;
  const priced = kind !== 'update' || Object.keys(values).some(name => !WORDS.includes(name));
  if (!priced) return values;
  if (doc && (await isUsed(projectId, [doc._id]))) fail('TARIFF_VERSION_USED');
  if (kind === 'remove') return values;
  const input = doc ? values : await copyFormula(ctx, values);
  return {
    ...input,
    ...(await placeVersion(ctx, { ...doc, ...input }, doc, 'file' in request ? request.file : undefined)),
  };
}

/** Place of a version among those of its tariff; refused where it does not fit. */
export async function placeVersion(
  ctx: Ctx,
  whole: Version,
  doc: Doc<typeof tariffVersion> | null = null,
  file: readonly ImportRow[] = [],
): Promise<Pick<Version, 'number'>> {
  const { projectId } = ctx;
  const stored = whole.tariffId ? await versionsOfTariff(projectId, whole.tariffId) : [];
  const day = whole.effectiveFrom ?? '';
  const siblings = withRows(stored, file, whole.tariffId).filter(row =>
    row._id ? row._id !== doc?._id : row.effectiveFrom !== day,
  );
  if (day !== doc?.effectiveFrom) {
    await assertNotLocked(ctx, 'receivable', day, 'effectiveFrom');
    await assertNotBilled(projectId, siblings, day);
  }
  assertSameMode(siblings, whole, day);
  return { number: siblings.filter(sibling => sibling.effectiveFrom < day).length + 1 };
}

export const versionBehaviour = { check, changes: syncPriceOfToday } satisfies BehaviourOf<typeof tariffVersion>;
/** References whose values a version copies. */
export const COPIED_FROM = { formulaId: tariffVersion.fields.formulaId, surchargeId: tariffVersion.fields.surchargeId };
