import { addDays } from '@lobby/shared/kit/dates.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { datesFit, rentalContract, usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { isExpiring, termsAtFirst } from './complete-contract.ts';
import { alone, assertNoOverlap, isLetOtherwise } from './overlap.ts';
import { type AnnexTerms, termsOn } from './terms.ts';

type Annex = Doc<typeof contractAnnex>;

const CANNOT = 'CONTRACT_CANNOT_BE_UPDATED';

const loadContract = async (ctx: Ctx, id: string | null | undefined): Promise<Doc<typeof rentalContract>> =>
  (await records(rentalContract).get(ctx, id)) ??
  failFields({ contractId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');

const loadAnnexes = (ctx: Ctx, contractId: string): Promise<Doc<typeof contractAnnex>[]> =>
  records(contractAnnex).find(ctx, { contractId }, { sort: { _id: 1 } });

/** Terms of a contract on a day, by the given annexes. */
function fieldsBy(contract: Doc<typeof rentalContract>, annexes: readonly AnnexTerms[], today: string) {
  const terms = termsOn(today, termsAtFirst(contract), annexes);
  const expiryDate = terms.expiryDate ?? contract.expiryDate;
  // A contract renewed late or with a corrected end is active again.
  const revived = contract.status === 'EXPIRED' && expiryDate >= today;
  const expiring = isExpiring(terms.remindExpiredDate, today, revived ? null : contract);
  return {
    ...terms,
    area: terms.area ?? contract.area,
    price: terms.price ?? contract.price,
    expiryDate,
    annexCount: annexes.length,
    expiring,
    ...(revived && { status: 'ACTIVE' as const }),
  };
}

/** The change of a contract by its annexes; empty if nothing changes. */
export async function changedTerms(
  ctx: Ctx,
  contract: Doc<typeof rentalContract>,
  action: string,
  edit: (annexes: Annex[]) => Annex[] = same => same,
): Promise<Change[]> {
  const set = fieldsBy(contract, edit(await loadAnnexes(ctx, contract._id)), todayOf(ctx));
  const changed = Object.entries(set).filter(([name, value]) => fieldOf(contract, name) !== value);
  if (changed.length === 0) return [];
  return [{ definition: rentalContract, action, update: { doc: contract, set: Object.fromEntries(changed) } }];
}

const without = (id: string) => (annexes: Annex[]) => annexes.filter(annex => annex._id !== id);

/** Annexes change only while the contract is active, or if they make it active again; annex and contract are saved together. */
export const annexBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (doc && values.contractId !== undefined && values.contractId !== doc.contractId) fail(CANNOT);
    const contract = await loadContract(ctx, doc?.contractId ?? values.contractId);
    if (contract.status !== 'ACTIVE' && (contract.status !== 'EXPIRED' || kind === 'remove')) fail(CANNOT);
    return kind === 'remove' ? values : completeAnnex(ctx, contract, values, doc);
  },
  async changes(ctx, { doc, before }) {
    const contract = await loadContract(ctx, (doc ?? before).contractId);
    const action = doc ? (before ? 'annex-edit' : 'annex') : 'annex-remove';
    return changedTerms(ctx, contract, action, annexes => [
      ...without((doc ?? before)._id)(annexes),
      ...(doc ? [doc] : []),
    ]);
  },
  async inTransaction(ctx, session, { doc, before }) {
    if ((doc?.expiryDate ?? null) === (before?.expiryDate ?? null)) return;
    const contract = await records(rentalContract)
      .withRemoved()
      .in(session)
      .get(ctx, (doc ?? before)?.contractId);
    if (contract?.status === 'ACTIVE') await alone(ctx, session, contract, doc ? 'expiryDate' : 'contractId');
  },
} satisfies BehaviourOf<typeof contractAnnex>;

/** Completes an annex with its usual reminder; checks its dates against the contract. */
async function completeAnnex(
  ctx: Ctx,
  contract: Doc<typeof rentalContract>,
  values: Values<typeof contractAnnex>,
  doc: Doc<typeof contractAnnex> | null,
): Promise<Values<typeof contractAnnex>> {
  const whole: Values<typeof contractAnnex> = { ...doc, ...values };
  const startDate = contract.startDate;
  const { expiryDate = null, remindExpiredDate = null, area = null, price = null } = whole;
  const effectiveDate = whole.effectiveDate ?? failFields({ effectiveDate: { code: 'REQUIRED' } });
  if (effectiveDate < startDate) failFields({ effectiveDate: { code: 'ANNEX_BEFORE_START' } }, 'ANNEX_BEFORE_START');
  const out = { ...values };
  if (expiryDate && expiryDate > startDate && !remindExpiredDate)
    out.remindExpiredDate = usualReminder(startDate, expiryDate);
  const reminder = out.remindExpiredDate ?? remindExpiredDate;
  const annex: AnnexTerms = { effectiveDate, expiryDate, remindExpiredDate: reminder, area, price };
  const others = without(doc?._id ?? '')(await loadAnnexes(ctx, contract._id));
  const before = fieldsBy(contract, others, todayOf(ctx));
  const after = fieldsBy(contract, [...others, annex], todayOf(ctx));
  const errors = datesFit({ startDate, ...after });
  if (Object.keys(errors).length > 0) failFields(errors);
  const prolonged: Doc<typeof rentalContract> = { ...contract, ...after };
  // A renewal starts at the latest on the day after the contract ends: there is no gap.
  const isGap = effectiveDate > addDays(before.expiryDate, 1);
  if (isGap || effectiveDate > prolonged.expiryDate)
    failFields({ effectiveDate: { code: 'ANNEX_AFTER_END' } }, 'ANNEX_AFTER_END');
  if (prolonged.status !== 'ACTIVE') fail(CANNOT);
  if (contract.status !== 'ACTIVE' || isLetOtherwise(contract, prolonged))
    await assertNoOverlap(ctx, prolonged, 'expiryDate');
  return out;
}
