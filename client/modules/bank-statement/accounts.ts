import { bankOf } from '@lobby/shared/billing/banks.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { useRows } from '../../kit/live/useRows.ts';

/** Active bank accounts as options of a select. */
export function useAccounts(): { value: string; label: string }[] {
  const { data } = useRows(bankAccount, { limit: 50, filter: { active: { in: ['true'] } } });
  return (data ?? []).map(({ id, bankBin, accountNumber }) => ({
    value: id,
    label: `${bankOf(bankBin)?.name ?? ''} ${accountNumber}`,
  }));
}
