import type { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { unitReceipts } from '@lobby/shared/modules/receipt.contract.ts';
import { useContract } from '../../data/contract.ts';
import { useRows } from '../../data/rows.ts';
import { useSession } from '../../data/session.ts';
import { paidFor } from '../../paid-for.ts';
import { Parts } from '../../parts/cards.tsx';
import { Link, List } from '../../parts/parts.tsx';
import { day, money, t } from '../../words.ts';

const MODULES = ['RECEIPT', 'UNIT_ACCOUNT', 'DEPOSIT'];

/** The unit's account with the building and receipts of its payments; live. */
export function Account() {
  const account = useRows<typeof unitAccount>('/unit-account', { limit: 1 }, MODULES).data?.[0];
  const unitId = useSession()?.home.unitId;
  const receipts = useContract<typeof unitReceipts>(
    '/receipt/units/:unitId',
    unitId && { params: { unitId } },
    MODULES,
  );
  return (
    <>
      {account && (
        <dl className="figures">
          {(['balance', 'advance', 'deposit'] as const).map(name =>
            account[name] > 0 ? (
              <div key={name}>
                <dt>{t(name === 'balance' ? 'fees.account' : `fees.${name}`)}</dt>
                <dd>{money(account[name])}</dd>
              </div>
            ) : null,
          )}
        </dl>
      )}
      <h2>{t('fees.receipts')}</h2>
      <List rows={receipts.data} error={receipts.error} none={t('fees.noReceipts')}>
        {payment => (
          <Link to={`/papers/receipt.${payment.id}`} className="item">
            <div>
              <p>{paidFor(payment)}</p>
              <small>
                <Parts of={[day(payment.day), payment.code].filter(Boolean).join(' · ')} />
              </small>
              {payment.cancelled && (
                <span className="tag" data-tone="bad">
                  {t('fees.cancelled')}
                </span>
              )}
            </div>
            <b className="money">{money(payment.amount)}</b>
          </Link>
        )}
      </List>
    </>
  );
}
