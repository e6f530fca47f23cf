import { bankOf } from '@lobby/shared/billing/banks.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { filterValues } from '../../kit/http/query.ts';
import { useQuery } from '../../kit/live/useQuery.ts';

/** Active bank accounts as options of a select. */
export function useAccounts(): { value: string; label: string }[] {
  const { data } = useQuery<{ id: string; accountNumber: string; bankBin: string }[]>(bankAccount.path, {
    query: { limit: 50, filter: filterValues({ active: { in: ['true'] } }) },
  });
  return (data ?? []).map(({ id, bankBin, accountNumber }) => ({
    value: id,
    label: `${bankOf(bankBin)?.name ?? ''} ${accountNumber}`,
  }));
}
