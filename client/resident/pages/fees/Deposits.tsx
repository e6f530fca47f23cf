import type { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { type SeenRow, useRows } from '../../data/rows.ts';
import { Row } from '../../parts/cards.tsx';
import { DepositTransfer } from '../../parts/DepositTransfer.tsx';
import { Link, List, Waiting } from '../../parts/parts.tsx';
import { day, money, t } from '../../words.ts';

type Asked = SeenRow<typeof depositRequest>;
const MODULES = ['DEPOSIT'];

/** Requested deposits that the household still has to pay; null while they load. */
export const useAskedDeposits = () =>
  useRows<typeof depositRequest>(
    '/deposit-request',
    { filter: { status: { in: ['WAIT_FOR_DEPOSIT'] } }, limit: 20 },
    MODULES,
  ).data;

export const missingOf = ({ amount, collected }: Asked) => amount - collected;

/** Deposits of the household: what it is asked for, with the code to pay, and what is held and came back; live. */
export function Page({ id }: { id: string | undefined }) {
  const requests = useRows<typeof depositRequest>('/deposit-request', { limit: 20 }, MODULES);
  const held = useRows<typeof deposit>('/deposit', { limit: 20 }, MODULES);
  if (!requests.data || !held.data) return <Waiting error={requests.error ?? held.error} />;
  const request = requests.data.find(row => row.id === id);
  return (
    <div className="stack">
      {request && <Open request={request} />}
      <h2>{t('deposits.asked')}</h2>
      <List rows={requests.data.filter(row => row !== request)} error={null} none={t('deposits.nothing')}>
        {row => (
          <Link to={`/deposits/${row.id}`} className="item">
            <div>
              <p>{row.content}</p>
              <small>
                {row.code}
                {row.dueOn && ` · ${t('fees.dueOn', { day: day(row.dueOn) })}`}
              </small>
            </div>
            <span className="ends">
              <span className="money">{money(row.amount)}</span>
              <small>{t(`deposits.status.${row.status}`)}</small>
            </span>
          </Link>
        )}
      </List>
      <h2>{t('deposits.held')}</h2>
      <List rows={held.data} error={null} none={t('deposits.nothing')}>
        {row => (
          <Row
            title={row.content || row.code}
            detail={`${row.code} · ${day(row.accountingDate)}`}
            end={
              <>
                <span className="money">{money(row.amount)}</span>
                <small>
                  {row.status === 'DEPOSITED' && row.remaining < row.amount
                    ? t('deposits.left', { amount: money(row.remaining) })
                    : t(`deposits.status.${row.status}`)}
                </small>
              </>
            }
          />
        )}
      </List>
    </div>
  );
}

/** A request: its amount and day, and how it is paid. */
function Open({ request }: { request: Asked }) {
  const { id, code, content, status, dueOn, overdue } = request;
  const waits = status === 'WAIT_FOR_DEPOSIT';
  return (
    <section className="card pad stack" aria-label={code ?? undefined}>
      <h2>{content}</h2>
      <dl className="figures">
        <div>
          <dt>{t(waits ? 'deposits.missing' : `deposits.status.${status}`)}</dt>
          <dd>{money(waits ? missingOf(request) : request.amount)}</dd>
        </div>
        {waits && dueOn && (
          <div>
            <dt>{t('deposits.due')}</dt>
            <dd data-tone={overdue ? 'bad' : undefined}>{day(dueOn)}</dd>
          </div>
        )}
      </dl>
      {waits && <DepositTransfer requestId={id} />}
    </section>
  );
}
