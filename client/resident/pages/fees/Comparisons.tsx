import type { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { type FormEvent, useState } from 'react';
import { saveFile } from '../../../kit/http/save-file.ts';
import { call, callFile, type Refused } from '../../data/api.ts';
import { useDetail, useRows } from '../../data/rows.ts';
import { monthText, useBills } from '../../fees.ts';
import { EndButton } from '../../parts/EndButton.tsx';
import { useTitle } from '../../parts/head.tsx';
import { Link, List, Refusal, Waiting } from '../../parts/parts.tsx';
import { day, money, t } from '../../words.ts';

const MODULES = ['DEBT_COMPARISON'];
const PATH = '/debt-comparison';
const SUMS = ['debt', 'interest', 'account', 'advance', 'deposits'] as const;

/** Comparisons that wait for the household's answer; null while they load, and for members who may not answer. */
export const useUnanswered = () =>
  useRows<typeof debtComparison>(PATH, { filter: { confirmation: { in: ['SENT'] } }, limit: 20 }, MODULES).data;

/** Debt comparisons: what the home owes and has as of a day by the building's books. Lists all of them, or opens one to answer. */
export function Page({ id }: { id: string | undefined }) {
  return id ? <One id={id} /> : <All />;
}

function All() {
  const { data, error } = useRows<typeof debtComparison>(PATH, { limit: 20 }, MODULES);
  return (
    <List rows={data} error={error} none={t('comparisons.none')}>
      {comparison => (
        <Link to={`/comparisons/${comparison.id}`} className="item">
          <div>
            <p>{t('comparisons.asOf', { day: day(comparison.asOf) })}</p>
            <small>{comparison.code}</small>
          </div>
          <span className="tag">
            {t(
              comparison.status === 'CANCELLED' ? 'status.CANCELLED' : `comparisons.answer.${comparison.confirmation}`,
            )}
          </span>
        </Link>
      )}
    </List>
  );
}

function One({ id }: { id: string }) {
  const { data, error, again } = useDetail<typeof debtComparison>(PATH, id, MODULES);
  const [refused, setRefused] = useState<Refused | null>(null);
  useTitle(data?.code ?? undefined, data ? t('comparisons.asOf', { day: day(data.asOf) }) : '');
  const bills = useBills().data?.bills;
  if (!data) return <Waiting error={error} />;
  const serviceOf = (billId: string) => bills?.find(bill => bill.id === billId)?.service ?? t('comparisons.bill');
  const answer = async (act: 'agree' | 'disagree', note?: string) => {
    await call(`${PATH}/${id}/${act}`, { method: 'PUT', body: { ...(note && { note }) } });
    await again();
  };
  const agree = (event: FormEvent) => {
    event.preventDefault();
    setRefused(null);
    void answer('agree').catch(failure => setRefused(failure as Refused));
  };
  const take = () =>
    void callFile(`${PATH}/${id}/pdf`).then(
      file => saveFile(file, `${data.code}.pdf`),
      failure => setRefused(failure as Refused),
    );
  const isOpen = data.status !== 'CANCELLED';
  const isAnswered = data.confirmation === 'AGREED' || data.confirmation === 'DISAGREED';
  return (
    <div className="stack">
      <section className="card pad stack">
        <dl className="figures">
          {SUMS.filter(name => data[name] !== 0).map(name => (
            <div key={name}>
              <dt>{t(`comparisons.sums.${name}`)}</dt>
              <dd>{money(data[name])}</dd>
            </div>
          ))}
        </dl>
        <p>
          <strong>
            {data.difference < 0
              ? t('comparisons.owes', { amount: money(-data.difference) })
              : t('comparisons.holds', { amount: money(data.difference) })}
          </strong>
        </p>
        {data.offset > 0 && <p>{t('comparisons.offset', { amount: money(data.offset) })}</p>}
        <button type="button" className="quiet" onClick={take}>
          {t('papers.save')}
        </button>
        <Refusal refused={refused} />
      </section>
      {data.debtLines.length > 0 && (
        <>
          <h2>{t('comparisons.lines')}</h2>
          <List rows={data.debtLines.map(debtLine => ({ ...debtLine, id: debtLine.billId }))} error={null} none="">
            {({ billId, month, left }) => (
              <Link to={`/bills/${billId}`} className="item">
                <p>
                  {month
                    ? t('fees.ofMonth', { service: serviceOf(billId), month: monthText(month) })
                    : serviceOf(billId)}
                </p>
                <b className="money">{money(left)}</b>
              </Link>
            )}
          </List>
        </>
      )}
      {isAnswered && (
        <p>
          {t(`comparisons.answer.${data.confirmation}`)}
          {data.confirmationNote && `: ${data.confirmationNote}`}
        </p>
      )}
      {data.changedSince && <p>{t('comparisons.changed')}</p>}
      {isOpen && !isAnswered && (
        <form className="stack" onSubmit={agree}>
          <p>{t('comparisons.ask')}</p>
          <button type="submit" className="main">
            {t('comparisons.agree')}
          </button>
          <EndButton
            act={t('comparisons.disagree')}
            ask={t('comparisons.disagreeAsk')}
            why={t('comparisons.wrong')}
            onEnd={reason => answer('disagree', reason)}
          />
        </form>
      )}
    </div>
  );
}
