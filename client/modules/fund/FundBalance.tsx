import type { balancesOfFunds } from '@lobby/shared/modules/fund.contract.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';

/** Balances of funds; reload on journal entries, since these change them and not the funds. */
export const useBalances = () => useContract<typeof balancesOfFunds>('/fund/balances', { follow: 'BALANCE_SHEET' });

/** Current balance of a fund. */
export function FundBalance({ id }: { id: string }) {
  const { money } = useFormats();
  const { data } = useBalances();
  return <>{data ? money(data.find(({ fundId }) => fundId === id)?.balance ?? 0) : ''}</>;
}
