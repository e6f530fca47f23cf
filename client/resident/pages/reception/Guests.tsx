import type { visitor } from '@lobby/shared/modules/visitor.ts';
import type { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { BookUser } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { today } from '../../bookings.ts';
import { call, type Refused } from '../../data/api.ts';
import { useReading } from '../../data/live.ts';
import { type SeenRecord, useDetail, useRows } from '../../data/rows.ts';
import { saidOf } from '../../forms/FormTag.tsx';
import { Card, IconSquare, Row } from '../../parts/cards.tsx';
import { DayInput } from '../../parts/DayField.tsx';
import { EndButton } from '../../parts/EndButton.tsx';
import { Face, useTitle } from '../../parts/head.tsx';
import { PassCard, passPage } from '../../parts/PassCard.tsx';
import { Labelled, Link, List, Refusal, Tag, Waiting } from '../../parts/parts.tsx';
import { WhenField } from '../../parts/WhenField.tsx';
import { go, usePath } from '../../path.ts';
import { dayAt, shortWeekday, t, time } from '../../words.ts';
import { FamiliarGuests } from './FamiliarGuests.tsx';
import { VISIT_STATUS } from './visit-status.ts';

const MODULE = 'ACCESS_MANAGEMENT';
const momentOf = (at: string | null): string => (at ? `${shortWeekday(dayAt(at))} · ${time(at)}` : '');

/** Guests of the unit: list, invitation, pass to share, and frequent guests. */
export function Page({ id }: { id: string | undefined }) {
  const [, , guestId] = usePath();
  if (id === 'new') return <Invite />;
  if (id === 'familiar') return <FamiliarGuests id={guestId} />;
  return id ? <Pass id={id} /> : <Guests />;
}

function Guests() {
  const { data, error } = useRows<typeof visitor>('/visitor', { limit: 50 }, [MODULE]);
  return (
    <div className="stack">
      <button type="button" className="main" onClick={() => go('/guests/new')}>
        {t('guests.new')}
      </button>
      <Card>
        <Row to="/guests/familiar" start={<IconSquare icon={BookUser} />} title={t('guests.familiar')} opens />
      </Card>
      <List rows={data} error={error} none={t('guests.none')}>
        {visit => (
          <Link to={`/guests/${visit.id}`} className="item">
            <Face name={visit.name} size={40} />
            <div>
              <p>{visit.name}</p>
              <small>{momentOf(visit.actualOutAt ?? visit.actualInAt ?? visit.expectedInAt)}</small>
            </div>
            <Tag status={VISIT_STATUS[visit.status] ?? visit.status} />
          </Link>
        )}
      </List>
    </div>
  );
}

function Invite() {
  useTitle(t('guests.new'));
  const [refused, setRefused] = useState<Refused | null>(null);
  const [repeated, setRepeated] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || null;
    const body = {
      name: text('name'),
      phone: text('phone'),
      expectedInAt: text('expectedInAt'),
      purpose: text('purpose'),
      ...(repeated && { passUse: 'REPEATED', passUntil: text('passUntil') }),
    };
    try {
      go(`/guests/${(await call<{ id: string }>('/visitor', { method: 'POST', body })).id}`);
    } catch (error) {
      setRefused(error as Refused);
    }
  };
  const wrong = (name: string) => refused?.fields[name]?.message;
  return (
    <form className="request" onSubmit={submit}>
      <Labelled label={t('guests.name')} error={wrong('name')}>
        <input name="name" maxLength={100} autoComplete="off" required />
      </Labelled>
      <Labelled label={t('guests.phone')} error={wrong('phone')}>
        <input name="phone" type="tel" autoComplete="off" />
      </Labelled>
      <WhenField name="expectedInAt" label={t('guests.when')} error={wrong('expectedInAt')} />
      <Labelled label={t('guests.purpose')} error={wrong('purpose')}>
        <input name="purpose" maxLength={300} />
      </Labelled>
      <label className="check switch">
        <input type="checkbox" checked={repeated} onChange={event => setRepeated(event.target.checked)} />
        {t('guests.repeated')}
      </label>
      {repeated && <DayInput name="passUntil" label={t('guests.until')} min={today()} error={wrong('passUntil')} />}
      <Refusal refused={refused} />
      <div className="foot">
        <span>
          <button type="submit" className="main">
            {t('guests.send')}
          </button>
          <small>{t('guests.promise')}</small>
        </span>
      </div>
    </form>
  );
}

function Pass({ id }: { id: string }) {
  const { data, error, again } = useReading<SeenRecord<typeof visitor> & { flow?: unknown }>(`/visitor/${id}`, [
    MODULE,
  ]);
  const pass = useDetail<typeof visitorPass>('/visitor-pass', data?.passId, [MODULE]).data;
  const [shared, setShared] = useState(false);
  if (!data) return <Waiting error={error} />;
  const { name, status } = data;
  const { code, token } = pass?.status === 'ACTIVE' ? pass : { code: null, token: null };
  const open = ['WAITING', 'APPROVED'].includes(status);
  const cancel = async (reason: string) => {
    await call(`/visitor/${id}/cancel`, { method: 'PUT', body: { reason } });
    again();
  };
  const share = async () => {
    const url = passPage(token ?? '');
    if (navigator.share) await navigator.share({ text: t('guests.share', { name, code: code ?? '' }), url });
    else await navigator.clipboard.writeText(url);
    setShared(!navigator.share);
  };
  return (
    <div className="card pass">
      <Face name={name} size={56} />
      <h2>{name}</h2>
      <Tag status={VISIT_STATUS[status] ?? status} />
      {data.expectedInAt && <small>{momentOf(data.expectedInAt)}</small>}
      {status === 'WAITING' && saidOf(data.flow) && <p className="muted">{saidOf(data.flow)}</p>}
      {code && token && <PassCard passCode={code} holds={passPage(token)} />}
      {code && <p className="muted">{t('guests.help')}</p>}
      {open && token && (
        <button type="button" className="main" onClick={() => void share().catch(() => null)}>
          {t(shared ? 'guests.copied' : 'guests.sharePass')}
        </button>
      )}
      {open && (
        <EndButton
          act={t('guests.cancel')}
          ask={t('guests.cancelAsk', { name })}
          why={t('services.why')}
          onEnd={cancel}
        />
      )}
    </div>
  );
}
