import { fund } from '@lobby/shared/modules/fund.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';

interface Balance {
  fundId: string;
  balance: number;
}

/** What funds hold: entries of the books change it, not the funds themselves. */
export const useBalances = () => useQuery<Balance[]>(`${fund.path}/balances`, { follow: 'BALANCE_SHEET' });

/** What a fund holds now. */
export function FundBalance({ id }: { id: string }) {
  const { money } = useFormats();
  const { data } = useBalances();
  return <>{data ? money(data.find(({ fundId }) => fundId === id)?.balance ?? 0) : ''}</>;
}
