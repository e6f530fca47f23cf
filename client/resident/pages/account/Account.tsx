import { useReading } from '../../data/live.ts';
import { Parts } from '../../parts/cards.tsx';
import { Link, List } from '../../parts/parts.tsx';
import { money, t } from '../../words.ts';

interface Account {
  id: string;
  balance: number;
  advance: number;
  deposit: number;
}
interface Receipt {
  id: string;
  code: string | null;
  accountingDate: string;
  amount: number;
  content: string | null;
  status: string;
}

const MODULES = ['RECEIPT', 'UNIT_ACCOUNT', 'DEPOSIT'];
const day = (text: string) => text.split('-').reverse().join('/');

/** The unit's account with the building and receipts of its payments; live. */
export function Account() {
  const own = useReading<Account[]>('/unit-account?limit=1', MODULES).data?.[0];
  const receipts = useReading<Receipt[]>('/receipt?limit=50', MODULES);
  return (
    <>
      {own && (
        <dl className="figures">
          {(['balance', 'advance', 'deposit'] as const).map(name =>
            own[name] > 0 ? (
              <div key={name}>
                <dt>{t(name === 'balance' ? 'fees.account' : `fees.${name}`)}</dt>
                <dd>{money(own[name])}</dd>
              </div>
            ) : null,
          )}
        </dl>
      )}
      <h2>{t('fees.receipts')}</h2>
      <List rows={receipts.data} error={receipts.error} none={t('fees.noReceipts')}>
        {one => (
          <Link to={`/papers/receipt.${one.id}`} className="item">
            <div>
              <p>{one.content || one.code}</p>
              <small>
                <Parts of={[day(one.accountingDate), one.content && one.code].filter(Boolean).join(' · ')} />
              </small>
            </div>
            <b className="money">{money(one.amount)}</b>
            {one.status === 'CANCELED' && (
              <span className="tag" data-tone="bad">
                {t('fees.cancelled')}
              </span>
            )}
          </Link>
        )}
      </List>
    </>
  );
}
