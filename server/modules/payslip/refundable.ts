import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { refundable } from '@lobby/shared/modules/payslip.contract.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import { loadAccount } from '../ledger/index.ts';

/** Refundable balances of a unit: account, advances and deposits. */
export const refundableRoute: Route = route(refundable, {
  flags: ['read'],
  async run(ctx, { query: { unitId } }) {
    await checkRefs(ctx, payslip.fields, { unitId });
    const [account, advances, deposits] = await Promise.all([
      loadAccount(ctx, unitId),
      records(serviceAdvance).find(ctx, { unitId, balance: { $gt: 0 } }),
      records(deposit).find(ctx, { unitId, status: 'DEPOSITED' }),
    ]);
    return {
      account: account.balance,
      opening: account.balanceOpening,
      debt: account.owed,
      advances: advances.map(({ serviceId, balance }) => ({ serviceId, balance })),
      deposits: deposits.map(({ _id, code, remaining }) => ({ id: _id, code: code ?? '', amount: remaining })),
    };
  },
});
