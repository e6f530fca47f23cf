import type { bankBalances } from '@lobby/shared/modules/bank-statement.contract.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';

interface Fund {
  bankAccountId: string | null;
  balance: number;
}

const stripClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  px: '4',
  pt: '3',
  flex: 'none',
  '& > section': { bg: 'bg.subtle', borderRadius: 'md', px: '3', py: '2', display: 'grid', gap: '1' },
  '& h3': { textStyle: 'sm', fontWeight: 'semibold' },
  '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '1', m: '0' },
  '& dt': { textStyle: 'xs', color: 'fg.muted' },
  '& dd': { m: '0', textStyle: 'sm', fontFamily: 'figures', whiteSpace: 'nowrap' },
  '& dd[data-even]': { color: 'done.fg' },
});

/** Balance per account by the bank and by the books, with the difference. */
export function BalanceStrip() {
  const { t } = useTranslation(bankStatementLine.name);
  const { money } = useFormats();
  const mayFunds = useCan(fund.code, 'read');
  const { data } = useContract<typeof bankBalances>('/bank-statement/balances', { follow: bankStatementLine.code });
  const funds = useQuery<Fund[]>(mayFunds ? fund.path : null, { query: { limit: 100 }, follow: fund.code });
  const shown = (data ?? []).filter(one => one.closing !== null || one.unmatchedIn > 0 || one.unmatchedOut > 0);
  if (shown.length === 0) return null;
  return (
    <div className={stripClass()}>
      {shown.map(({ bankAccountId, closing, unmatchedIn, unmatchedOut }) => {
        const own = funds.data?.find(one => one.bankAccountId === bankAccountId)?.balance ?? null;
        const difference = closing === null || own === null ? null : closing - own - unmatchedIn + unmatchedOut;
        const figures = [
          ['closing', closing],
          ['fund', own],
          ['in', unmatchedIn],
          ['out', unmatchedOut],
        ] as const;
        return (
          <section key={bankAccountId}>
            <h3>
              <RefName to={bankAccount.name} id={bankAccountId} />
            </h3>
            <dl>
              {figures.map(
                ([key, value]) =>
                  value !== null && (
                    <div key={key}>
                      <dt>{t(`balances.${key}`)}</dt>
                      <dd>{money(value)}</dd>
                    </div>
                  ),
              )}
              {difference !== null && (
                <div>
                  <dt>{t('balances.difference')}</dt>
                  <dd data-even={difference === 0 ? '' : undefined}>
                    {difference === 0 ? t('balances.even') : money(difference)}
                  </dd>
                </div>
              )}
            </dl>
          </section>
        );
      })}
    </div>
  );
}
