import { fund } from '@lobby/shared/modules/fund.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';

interface Balance {
  fundId: string;
  balance: number;
}

/** Balances of funds; reload on journal entries, since these change them and not the funds. */
export const useBalances = () => useQuery<Balance[]>(`${fund.path}/balances`, { follow: 'BALANCE_SHEET' });

/** Current balance of a fund. */
export function FundBalance({ id }: { id: string }) {
  const { money } = useFormats();
  const { data } = useBalances();
  return <>{data ? money(data.find(({ fundId }) => fundId === id)?.balance ?? 0) : ''}</>;
}
