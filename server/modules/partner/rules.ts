import { partner } from '@lobby/shared/modules/partner.ts';
import { hasCheckDigit } from '@lobby/shared/modules/tax-code.ts';
import type { Action, BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { bankName } from '../bank-account/index.ts';

/** Writes the account holder as banks do; marks a tax code with a wrong check digit. */
export const complete: NonNullable<BehaviourOf<typeof partner>['check']> = async (_ctx, { values }) => ({
  ...values,
  ...(values.beneficiary && { beneficiary: bankName(values.beneficiary) }),
  ...('taxCode' in values && {
    taxCodeOdd: values.taxCode ? !hasCheckDigit(values.taxCode) : false,
  }),
});

/** Notifies the staff with the right to end the work with partners of a blocked one. */
export const block: Action<typeof partner, 'block'> = async (ctx, { _id: id, name }) => {
  const who = toStaff(await loadReaders(ctx.projectId, partner.code, 'updateStatus'));
  return {
    also: session => notify(ctx, who, 'PARTNER_BLOCKED', { module: partner.code, id, title: name }, session),
  };
};

export const activate: Action<typeof partner, 'activate'> = () => ({ set: { reason: null } });
