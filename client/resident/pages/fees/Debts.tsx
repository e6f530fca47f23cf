import { dayOf } from '@lobby/shared/kit/dates.ts';
import { type FormEvent, useState } from 'react';
import { call, type Refused, upload } from '../../data/api.ts';
import { useReading } from '../../data/live.ts';
import { zoneNow } from '../../data/session.ts';
import { monthText } from '../../fees.ts';
import { Parts } from '../../parts/cards.tsx';
import { DayInput } from '../../parts/DayField.tsx';
import { EndButton } from '../../parts/EndButton.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { PhotosInput } from '../../parts/PhotoField.tsx';
import { Labelled, List, photosIn, SendPart } from '../../parts/parts.tsx';
import { money, t } from '../../words.ts';

interface Owed {
  id: string;
  service: string;
  month: string;
  remaining: number;
}
interface Said {
  id: string;
  code: string;
  status: string;
  promisedOn?: string;
  amount?: number;
  total?: number;
  openedOn?: string;
}
const PATHS = { promise: '/debt-promise', dispute: '/debt-dispute', plan: '/instalment-plan' } as const;
type What = keyof typeof PATHS;
const WHATS = Object.keys(PATHS) as What[];
const MODULES = ['DEBT_TRACKING'];
const day = (text: string) => text.split('-').reverse().join('/');

/** Lists what the household reports about its debts (payment promises, disputes, instalments), updated live. */
export function Debts({ bills }: { bills: readonly Owed[] }) {
  const [asking, setAsking] = useState<What | null>(null);
  const reads = {
    promise: useReading<Said[]>(`${PATHS.promise}?limit=10`, MODULES),
    dispute: useReading<Said[]>(`${PATHS.dispute}?limit=10`, MODULES),
    plan: useReading<Said[]>(`${PATHS.plan}?limit=10`, MODULES),
  };
  // Other members of the household only see the debts.
  if (WHATS.some(what => reads[what].error)) return null;
  const again = () => Promise.all(WHATS.map(what => reads[what].again()));
  const rows = WHATS.flatMap(what => (reads[what].data ?? []).map(row => ({ ...row, what })));
  if (bills.length === 0 && rows.length === 0) return null;
  const withdraw = async (id: string) => {
    await call(`${PATHS.dispute}/${id}/withdraw`, { method: 'PUT', body: {} });
    await again();
  };
  return (
    <section className="stack">
      <h2>{t('debts.title')}</h2>
      {bills.length > 0 && !asking && (
        <p className="asks">
          {WHATS.map(what => (
            <button key={what} type="button" className="quiet" onClick={() => setAsking(what)}>
              {t(`debts.ask.${what}`)}
            </button>
          ))}
        </p>
      )}
      {asking && (
        <Ask
          key={asking}
          what={asking}
          bills={bills}
          onDone={() => {
            setAsking(null);
            void again();
          }}
        />
      )}
      {rows.length > 0 && (
        <List rows={rows} error={null} none="">
          {({ id, what, code, status, amount, total, promisedOn, openedOn }) => (
            <div className="item">
              <div>
                <p>
                  {t(`debts.name.${what}`)} {code}
                </p>
                <small>
                  <Parts
                    of={[(amount ?? total) ? money(Number(amount ?? total)) : null, promisedOn ?? openedOn]
                      .map(text => (text && /^\d{4}-/.test(text) ? day(text) : text))
                      .filter(Boolean)
                      .join(' · ')}
                  />
                </small>
              </div>
              <span>
                <span className="tag">{t(`debts.status.${status}`)}</span>
                {what === 'dispute' && status === 'OPEN' && (
                  <EndButton
                    act={t('debts.withdraw')}
                    ask={t('debts.withdrawAsk', { code })}
                    onEnd={() => withdraw(id)}
                  />
                )}
              </span>
            </div>
          )}
        </List>
      )}
    </section>
  );
}

/** The form of each kind of report. */
function Ask({ what, bills, onDone }: { what: What; bills: readonly Owed[]; onDone: () => void }) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string) => String(form.get(name) ?? '') || undefined;
    const number = (name: string) => (textOf(name) ? Number(textOf(name)) : undefined);
    const billIds = form.getAll('billIds').map(String);
    setBusy(true);
    try {
      const body =
        what === 'promise'
          ? { promisedOn: textOf('day'), amount: number('amount'), note: textOf('text') }
          : what === 'dispute'
            ? { billIds, reason: textOf('text'), images: await upload(photosIn(form).slice(0, 5)) }
            : { billIds, count: number('count'), firstDueOn: textOf('day') };
      await call(PATHS[what], { method: 'POST', body: { ...body } });
      onDone();
    } catch (error) {
      setRefused(error as Refused);
      setBusy(false);
    }
  };
  const faultOf = (name: string) =>
    Object.entries(refused?.fields ?? {}).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1]
      .message;
  return (
    <form onSubmit={submit}>
      <h3>{t(`debts.ask.${what}`)}</h3>
      {what !== 'promise' && (
        <fieldset>
          <legend>{t('debts.bills')}</legend>
          {bills.map(({ id, service, month, remaining }) => (
            <label key={id} className="check">
              <input type="checkbox" name="billIds" value={id} defaultChecked={what === 'plan'} />
              {month ? t('fees.ofMonth', { service, month: monthText(month) }) : service} · {money(remaining)}
            </label>
          ))}
          {faultOf('billIds') && <span className="error">{faultOf('billIds')}</span>}
        </fieldset>
      )}
      {what !== 'dispute' && (
        <DayInput
          name="day"
          label={t(`debts.day.${what}`)}
          min={dayOf(new Date(), zoneNow())}
          required
          error={faultOf('promisedOn') ?? faultOf('firstDueOn')}
        />
      )}
      {what === 'promise' && (
        <Labelled label={t('debts.amount')} error={faultOf('amount')}>
          <NumberField name="amount" min={1} />
        </Labelled>
      )}
      {what === 'plan' && (
        <Labelled label={t('debts.count')} error={faultOf('count')}>
          <NumberField name="count" min={2} max={24} initial={3} required />
        </Labelled>
      )}
      {what !== 'plan' && (
        <Labelled label={t(`debts.text.${what}`)} error={faultOf('reason') ?? faultOf('note')}>
          <textarea name="text" rows={3} maxLength={what === 'promise' ? 500 : 2000} required={what === 'dispute'} />
        </Labelled>
      )}
      {what === 'dispute' && <PhotosInput error={faultOf('images')} />}
      <SendPart refused={refused} label={t('debts.send')} busy={busy} />
    </form>
  );
}
