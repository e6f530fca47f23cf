import { type FormEvent, useState } from 'react';
import { call, type Refused, upload } from '../api.ts';
import { useReading } from '../live.ts';
import { Labelled, List, PhotosInput, photosIn, SendPart } from '../parts.tsx';
import { money, t } from '../words.ts';

interface Claim {
  id: string;
  noticeCode: string;
  amount: number;
  paidOn: string;
  status: string;
  reason: string | null;
}
const PATH = '/payment/claim';
const day = (text: string) => text.split('-').reverse().join('/');

/** What the household says to have paid of its last notice, with pictures, and what became of it; live. */
export function Claims({ noticeId, owed }: { noticeId: string; owed: number }) {
  const { data, error, again } = useReading<Claim[]>(`${PATH}?limit=5`, ['PAYMENT']);
  const [asking, setAsking] = useState(false);
  if (error || !data) return null;
  const waits = data.some(({ status }) => status === 'WAITING');
  const withdraw = (id: string) =>
    void call(`${PATH}/${id}/withdraw`, { method: 'PUT', body: {} }).finally(() => void again());
  return (
    <section className="stack">
      {!waits && !asking && owed > 0 && (
        <button type="button" className="quiet" onClick={() => setAsking(true)}>
          {t('claim.title')}
        </button>
      )}
      {asking && (
        <Ask
          noticeId={noticeId}
          owed={owed}
          onDone={() => {
            setAsking(false);
            void again();
          }}
        />
      )}
      {data.length > 0 && (
        <List rows={data} error={null} none="">
          {({ id, noticeCode, amount, paidOn, status, reason }) => (
            <div className="item">
              <div>
                <p>
                  {noticeCode} · {money(amount)}
                </p>
                <small>{[day(paidOn), reason].filter(Boolean).join(' · ')}</small>
              </div>
              <span>
                <span className="tag">{t(`claim.status.${status}`)}</span>
                {status === 'WAITING' && (
                  <button type="button" className="quiet" onClick={() => withdraw(id)}>
                    {t('claim.withdraw')}
                  </button>
                )}
              </span>
            </div>
          )}
        </List>
      )}
    </section>
  );
}

function Ask({ noticeId, owed, onDone }: { noticeId: string; owed: number; onDone: () => void }) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const told = (name: string) => String(form.get(name) ?? '') || undefined;
    setBusy(true);
    try {
      const images = await upload(photosIn(form).slice(0, 5));
      const body = { noticeId, amount: Number(told('amount')), paidOn: told('paidOn'), note: told('note'), images };
      await call(PATH, { method: 'POST', body });
      onDone();
    } catch (error) {
      setRefused(error as Refused);
      setBusy(false);
    }
  };
  const faultOf = (name: string) => refused?.fields?.[name]?.message;
  return (
    <form onSubmit={submit}>
      <h3>{t('claim.title')}</h3>
      <Labelled label={t('claim.amount')} error={faultOf('amount')}>
        <input name="amount" type="number" min="1" required defaultValue={owed} />
      </Labelled>
      <Labelled label={t('claim.paidOn')} error={faultOf('paidOn')}>
        <input name="paidOn" type="date" required />
      </Labelled>
      <Labelled label={t('claim.note')} error={faultOf('note')}>
        <textarea name="note" maxLength={500} />
      </Labelled>
      <PhotosInput error={faultOf('images')} />
      <SendPart refused={refused} label={t('claim.send')} busy={busy} />
    </form>
  );
}
