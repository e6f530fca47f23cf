import type { bankBalances } from '@lobby/shared/modules/bank-statement.contract.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { type Stat, StatStrip } from '../../kit/ui/figures/StatStrip.tsx';
import { useAccounts } from './accounts.ts';

/** Balance per account by the bank and by the books, with the difference. */
export function BalanceStrip() {
  const { t } = useTranslation(bankStatementLine.name);
  const { money } = useFormats();
  const mayFunds = useCan(fund.code, 'read');
  const { data } = useContract<typeof bankBalances>('/bank-statement/balances', { follow: bankStatementLine.code });
  const funds = useRows(mayFunds && fund, { limit: 100, follow: fund.code });
  const accounts = useAccounts();
  const shown = (data ?? []).filter(row => row.closing !== null || row.unmatchedIn > 0 || row.unmatchedOut > 0);
  return shown.map(({ bankAccountId, closing, unmatchedIn, unmatchedOut }) => {
    const fundBalance = funds.data?.find(place => place.bankAccountId === bankAccountId)?.balance ?? null;
    const difference =
      closing === null || fundBalance === null ? null : closing - fundBalance - unmatchedIn + unmatchedOut;
    const name = accounts.find(({ value }) => value === bankAccountId)?.label ?? '';
    const figures = [
      ['closing', closing],
      ['fund', fundBalance],
      ['in', unmatchedIn],
      ['out', unmatchedOut],
    ] as const;
    const stats = figures.flatMap(([key, value]): Stat[] =>
      value === null ? [] : [{ key, label: t(`balances.${key}`), value: money(value) }],
    );
    const standing: Stat[] =
      difference === null
        ? []
        : [
            {
              key: 'difference',
              label: t('balances.difference'),
              value: difference === 0 ? t('balances.even') : money(difference),
              bad: difference !== 0,
            },
          ];
    return (
      <StatStrip
        key={bankAccountId}
        label={name}
        stats={[...stats, ...standing].map((stat, n) => (n === 0 ? { ...stat, note: name } : stat))}
      />
    );
  });
}
