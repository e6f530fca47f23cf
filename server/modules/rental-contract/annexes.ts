import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { datesFit, rentalContract, usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import type { Ctx } from '../../kit/context.ts';
import { fail, failFields } from '../../kit/fail.ts';
import { modelOf, type Stored } from '../../kit/model.ts';
import type { Behaviour } from '../../kit/records.ts';
import type { Change } from '../../kit/save.ts';
import { isExpiring, termsAtFirst, todayOf } from './complete-contract.ts';
import { type AnnexTerms, termsOn } from './terms.ts';

const CANNOT = 'CONTRACT_CANNOT_BE_UPDATED';

const contractOf = async (ctx: Ctx, id: unknown): Promise<Stored> =>
  (await modelOf(rentalContract)
    .findOne({ _id: String(id), projectId: ctx.projectId, deletedAt: null })
    .lean<Stored>()) ?? failFields({ contractId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');

const annexesOf = (ctx: Ctx, contractId: string): Promise<Stored[]> =>
  modelOf(contractAnnex)
    .find({ projectId: ctx.projectId, contractId, deletedAt: null })
    .sort({ _id: 1 })
    .lean<Stored[]>();

/** What a contract says on a day, by these annexes. */
function fieldsBy(contract: Stored, annexes: readonly Stored[], today: string): Record<string, unknown> {
  // Stored by their definitions.
  const first = termsAtFirst(contract) as unknown as Parameters<typeof termsOn>[1];
  const terms = termsOn(today, first, annexes as unknown as readonly AnnexTerms[]);
  const expiring = isExpiring(terms.remindExpiredDate, today, contract);
  return { ...terms, annexCount: annexes.length, expiring };
}

/** The change of a contract that its annexes make; none where it says so already. */
export async function changedTerms(
  ctx: Ctx,
  contract: Stored,
  action: string,
  edit: (annexes: Stored[]) => Stored[] = same => same,
): Promise<Change[]> {
  const set = fieldsBy(contract, edit(await annexesOf(ctx, contract._id)), todayOf(ctx));
  const changed = Object.entries(set).filter(([name, value]) => contract[name] !== value);
  if (changed.length === 0) return [];
  return [{ definition: rentalContract, action, update: { doc: contract, set: Object.fromEntries(changed) } }];
}

const without = (id: string) => (annexes: Stored[]) => annexes.filter(one => one._id !== id);

/** An annex is signed while its contract is active; it and its contract change together. */
export const annexBehaviour: Behaviour = {
  async beforeSave(ctx, values, doc) {
    if (doc && values.contractId !== undefined && values.contractId !== doc.contractId) fail(CANNOT);
    const contract = await contractOf(ctx, doc?.contractId ?? values.contractId);
    if (contract.status !== 'ACTIVE') fail(CANNOT);
    const whole = { ...doc, ...values };
    const startDate = String(contract.startDate);
    const { effectiveDate, expiryDate, remindExpiredDate } = whole;
    if (String(effectiveDate) < startDate)
      failFields({ effectiveDate: { code: 'ANNEX_BEFORE_START' } }, 'ANNEX_BEFORE_START');
    const out = { ...values };
    if (typeof expiryDate === 'string' && expiryDate > startDate && !remindExpiredDate)
      out.remindExpiredDate = usualReminder(startDate, expiryDate);
    const annex = { ...whole, ...out, _id: doc?._id ?? '' } as Stored;
    const after = fieldsBy(contract, [...without(annex._id)(await annexesOf(ctx, contract._id)), annex], todayOf(ctx));
    const errors = datesFit({ startDate, ...after });
    if (Object.keys(errors).length > 0) failFields(errors);
    return out;
  },
  async alongside(ctx, doc, before) {
    const contract = await contractOf(ctx, doc.contractId);
    return changedTerms(ctx, contract, before ? 'annex-edit' : 'annex', annexes => [...without(doc._id)(annexes), doc]);
  },
  async beforeRemove(ctx, doc) {
    if ((await contractOf(ctx, doc.contractId)).status !== 'ACTIVE') fail(CANNOT);
  },
  async besideRemoval(ctx, doc) {
    return changedTerms(ctx, await contractOf(ctx, doc.contractId), 'annex-remove', without(doc._id));
  },
};
