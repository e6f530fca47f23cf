import { bill } from '@lobby/shared/modules/bill.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { refuseLocked } from '../lock-date/index.ts';

/** What may change of a price that bills were made with. */
const WORDS = ['name', 'note', 'source'];

/** What a bill was made with stays as it was, and a price begins after what is billed and closed (domain.md, Money 2 and 6). */
export async function keepTariff(ctx: Ctx, { kind, values, doc }: Request): Promise<Record<string, unknown>> {
  if (kind === 'restore') return values;
  const priced = kind !== 'update' || Object.keys(values).some(name => !WORDS.includes(name));
  if (!priced) return values;
  if (doc) await refuseUsed(ctx, doc);
  if (kind === 'remove') return values;
  const whole: Record<string, unknown> = { ...doc, ...values };
  const day = String(whole.effectiveFrom);
  if (!doc || 'effectiveFrom' in values) {
    await refuseLocked(ctx, 'receivable', day, 'effectiveFrom');
    await refuseBilled(ctx, String(whole.serviceId), day);
  }
  await refuseModeChange(ctx, whole, day);
  return values;
}

async function refuseUsed({ projectId }: Ctx, doc: Stored): Promise<void> {
  const used = { projectId, serviceId: doc.serviceId, 'items.tariffId': doc._id, status: { $ne: 'CANCELLED' } };
  if (await modelOf(bill).exists(used).maxTimeMS(5000)) fail('TARIFF_VERSION_USED');
}

/** Refuses a price from a day that bills on the books have been made for by another one. */
async function refuseBilled({ projectId }: Ctx, serviceId: string, day: string): Promise<void> {
  const query = { projectId, serviceId, status: 'ACTIVE', type: 'NORMAL', periodEnd: { $gte: day }, deletedAt: null };
  const found = await modelOf(bill)
    .find({ ...query, createType: 'AUTO', createdFor: 'SERVICE' }, { month: 1 })
    .sort({ month: -1 })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const [last] = found;
  if (!last) return;
  const data = { month: String(last.month), count: found.length };
  const code = 'TARIFF_VERSION_BILLED';
  fail(code, { ...data, fields: { effectiveFrom: { code, params: data } } });
}

/** A price with VAT in it and one without do not meet within a month: a bill has one of them. */
async function refuseModeChange({ projectId }: Ctx, whole: Record<string, unknown>, day: string): Promise<void> {
  if (day.endsWith('-01')) return;
  const before = await modelOf(tariff)
    .findOne({ projectId, deletedAt: null, serviceId: whole.serviceId, effectiveFrom: { $lt: day } })
    .sort({ effectiveFrom: -1 })
    .lean<Stored>();
  if (before && Boolean(before.vatIncluded) !== Boolean(whole.vatIncluded))
    failFields({ effectiveFrom: { code: 'TARIFF_VAT_MODE_DAY' } }, 'TARIFF_VAT_MODE_DAY');
}
