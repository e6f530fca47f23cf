import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { guestCall, Refused } from '../../data/api.ts';
import { LanguageSelect } from '../../parts/LanguageSelect.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { PassCard, passPage } from '../../parts/PassCard.tsx';
import { Labelled, SendPart, Waiting } from '../../parts/parts.tsx';
import { day, languageNow, t, when } from '../../words.ts';

interface Pass {
  project: string;
  address: string | null;
  unitCode: string | null;
  inviter: string | null;
  name: string;
  decision: string;
  code: string | null;
  token: string | null;
  uses: string | null;
  opensAt: string | null;
  endsAt: string | null;
  enteredAt: string | null;
  leftAt: string | null;
  weekdays: string[];
  fromTime: string | null;
  toTime: string | null;
  validTo: string | null;
  open: { plate: string | null; companions: number; phone: boolean } | null;
}

const KEPT = 'guest-pass';
const AGAIN_MS = 5000;
const linkNow = () => location.hash.slice(1);
const pathOf = (link: string) => `/pass/${encodeURIComponent(link)}`;

/** Returns the pass last shown by this link, for use without a network. */
function storedPass(link: string): Pass | null {
  const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
  return found?.link === link && found.pass.project && 'decision' in found.pass ? found.pass : null;
}

// 4 January 1970 was a Sunday.
const weekday = (n: string) =>
  new Intl.DateTimeFormat(languageNow(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date((Number(n) + 3) * DAY_MS),
  );

/** A guest's pass, opened by a link without signing in: the code, whether it is valid now, and until when. */
export function Page() {
  const [link] = useState(linkNow);
  const [pass, setPass] = useState<Pass | null>(() => storedPass(link));
  const [refused, setRefused] = useState<Refused | null>(null);
  const [, redraw] = useState(0);
  const show = useCallback(
    (found: Pass) => {
      localStorage.setItem(KEPT, JSON.stringify({ link, pass: found }));
      setPass(found);
      setRefused(null);
    },
    [link],
  );
  useEffect(() => {
    const read = () =>
      guestCall<Pass>(pathOf(link)).then(show, error => {
        const refusal = error instanceof Refused ? error : new Refused(0, '');
        if (refusal.status !== 0) localStorage.removeItem(KEPT);
        setRefused(refusal);
      });
    void read();
    const timer = setInterval(() => void read(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [link, show]);
  useEffect(() => {
    document.title = t('pass.title');
  });
  const wrong = refused && refused.status !== 0 ? refused.message || t('failed') : null;
  return (
    <div className="app">
      <header>
        <h1>{refused?.project || pass?.project || t('pass.title')}</h1>
      </header>
      <main>
        {refused?.status === 0 && <p className="bar">{t('pass.offline')}</p>}
        {wrong ? (
          <p className="error" role="alert">
            {wrong}
          </p>
        ) : !pass ? (
          <Waiting />
        ) : (
          <Shown pass={pass} link={link} onSaid={show} />
        )}
        <LanguageSelect onChosen={() => redraw(n => n + 1)} />
      </main>
    </div>
  );
}

interface ShownProps {
  pass: Pass;
  link: string;
  onSaid: (pass: Pass) => void;
}

function Shown({ pass, link, onSaid }: ShownProps) {
  const { code, token, decision, enteredAt, leftAt, address } = pass;
  return (
    <div className="card pass">
      <h2>{pass.name}</h2>
      {code ? <PassCard passCode={code} {...(token && { holds: passPage(token) })} /> : <p>{t('pass.over')}</p>}
      {enteredAt && !leftAt && <p>{t('pass.entered', { at: when(enteredAt) })}</p>}
      {leftAt && <p>{t('pass.left', { at: when(leftAt) })}</p>}
      {pass.unitCode && <p>{t('pass.to', { unit: pass.unitCode })}</p>}
      {pass.inviter && <p>{t('pass.inviter', { name: pass.inviter })}</p>}
      <Times pass={pass} />
      {code && !enteredAt && <p className="muted">{t(decision === 'ALLOWED' ? 'pass.help' : 'pass.notNow')}</p>}
      {code && !enteredAt && <p className="muted">{t('pass.bring')}</p>}
      {address && (
        <a href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`} rel="noreferrer">
          {t('pass.way', { address })}
        </a>
      )}
      {pass.open && <Say open={pass.open} link={link} onSaid={onSaid} />}
    </div>
  );
}

/** Validity of a pass: a single span, or weekdays and hours. */
function Times({ pass }: { pass: Pass }) {
  if (pass.uses === 'ONCE') return <p>{t('pass.between', { from: when(pass.opensAt), to: when(pass.endsAt) })}</p>;
  return (
    <>
      {pass.weekdays.length < 7 && <p>{pass.weekdays.map(weekday).join(', ')}</p>}
      {pass.fromTime && <p>{`${pass.fromTime} – ${pass.toTime}`}</p>}
      {pass.validTo && <p>{t('pass.until', { day: day(pass.validTo) })}</p>}
    </>
  );
}

/** Form for the facts of the visit that the guest may still change. */
function Say({ open, link, onSaid }: { open: NonNullable<Pass['open']> } & Pick<ShownProps, 'link' | 'onSaid'>) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || null;
    const phone = text('phone');
    const body = { plate: text('plate'), companions: Number(form.get('companions') ?? 0), ...(phone && { phone }) };
    try {
      onSaid(await guestCall<Pass>(pathOf(link), { method: 'PUT', body }));
      setRefused(null);
      setSaved(true);
    } catch (error) {
      setRefused(error as Refused);
    }
  };
  const wrong = (name: string) => refused?.fields[name]?.message;
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)}>
      <Labelled label={t('pass.plate')} error={wrong('plate')}>
        <input name="plate" maxLength={20} defaultValue={open.plate ?? ''} />
      </Labelled>
      <Labelled label={t('pass.companions')} error={wrong('companions')}>
        <NumberField name="companions" min={0} max={50} initial={open.companions} />
      </Labelled>
      {open.phone && (
        <Labelled label={t('guests.phone')} error={wrong('phone')}>
          <input name="phone" type="tel" />
        </Labelled>
      )}
      <SendPart refused={refused} label={t(saved ? 'pass.saved' : 'pass.save')} />
    </form>
  );
}
