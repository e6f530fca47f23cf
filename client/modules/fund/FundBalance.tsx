import type { balancesOfFunds } from '@lobby/shared/modules/fund.contract.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';

/** What funds hold: entries of the books change it, not the funds themselves. */
export const useBalances = () => useContract<typeof balancesOfFunds>('/fund/balances', { follow: 'BALANCE_SHEET' });

/** Current balance of a fund. */
export function FundBalance({ id }: { id: string }) {
  const { money } = useFormats();
  const { data } = useBalances();
  return <>{data ? money(data.find(({ fundId }) => fundId === id)?.balance ?? 0) : ''}</>;
}
