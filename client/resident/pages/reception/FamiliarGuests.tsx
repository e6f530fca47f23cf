import { readPhone } from '@lobby/shared/kit/contact.ts';
import type { guest } from '@lobby/shared/modules/guest.ts';
import { type FormEvent, useState } from 'react';
import { call, type Refused } from '../../data/api.ts';
import { type SeenRow, useDetail, useRows } from '../../data/rows.ts';
import { Parts } from '../../parts/cards.tsx';
import { EndButton } from '../../parts/EndButton.tsx';
import { Face } from '../../parts/head.tsx';
import { Labelled, Link, List, SendPart, Waiting } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { t, when } from '../../words.ts';

type Guest = SeenRow<typeof guest>;
const MODULES = ['ACCESS_MANAGEMENT'];

const factsOf = ({ visitedCount, lastVisitAt, passState }: Guest) =>
  [
    t('guests.visits', { count: visitedCount }),
    lastVisitAt && when(lastVisitAt),
    passState === 'ACTIVE' && t('guests.hasPass'),
  ]
    .filter(Boolean)
    .join(' · ');

/** Frequent guests of the home: list, or one to invite, edit or remove. */
export function FamiliarGuests({ id }: { id: string | undefined }) {
  return id ? <One id={id} /> : <All />;
}

function All() {
  const { data, error } = useRows<typeof guest>('/guest-unit', { limit: 100 }, MODULES);
  const rows = data?.toSorted((a, b) => Number(b.pinned) - Number(a.pinned));
  return (
    <div className="stack">
      <List rows={rows ?? null} error={error} none={t('guests.noFamiliar')}>
        {guest => (
          <Link to={`/guests/familiar/${guest.id}`} className="item">
            <Face name={guest.name} size={40} />
            <div>
              <p>{guest.name}</p>
              <small>{factsOf(guest)}</small>
            </div>
          </Link>
        )}
      </List>
    </div>
  );
}

function One({ id }: { id: string }) {
  const { data, error, again } = useDetail<typeof guest>('/guest-unit', id, MODULES);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [saved, setSaved] = useState(false);
  if (!data) return <Waiting error={error} />;
  const { name, phone, plate, note, version, pinned } = data;
  const doing = async (work: () => Promise<unknown>) => {
    setRefused(null);
    setSaved(false);
    try {
      await work();
    } catch (failed) {
      setRefused(failed as Refused);
    }
  };
  const invite = () =>
    doing(async () =>
      go(`/guests/${(await call<{ id: string }>('/visitor', { method: 'POST', body: { guestId: id } })).id}`),
    );
  const pin = () =>
    doing(async () => {
      await call(`/guest-unit/${id}/${pinned ? 'unpin' : 'pin'}`, { method: 'PUT', body: {} });
      again();
    });
  const remove = async () => {
    await call(`/guest-unit/${id}`, { method: 'DELETE' });
    go('/guests/familiar', 'replace');
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string) => String(form.get(field) ?? '').trim() || null;
    const body = { version, name: text('name'), plate: text('plate'), note: text('note') };
    void doing(async () => {
      await call(`/guest-unit/${id}`, { method: 'PUT', body });
      setSaved(true);
      again();
    });
  };
  return (
    <div className="stack">
      <div className="card person">
        <Face name={name} size={56} />
        <div>
          <h2>{name}</h2>
          <small>
            <Parts of={[phone && readPhone(phone), factsOf(data)].filter(Boolean).join(' · ')} />
          </small>
        </div>
      </div>
      <div className="pair">
        <button type="button" className="main" onClick={() => void invite()}>
          {t('guests.again')}
        </button>
        <button type="button" className="outline" onClick={() => void pin()}>
          {t(pinned ? 'guests.unpin' : 'guests.pin')}
        </button>
      </div>
      <form key={version} onSubmit={save}>
        <Labelled label={t('guests.name')} error={refused?.fields.name?.message}>
          <input name="name" maxLength={100} required defaultValue={name} />
        </Labelled>
        <Labelled label={t('guests.plate')} error={refused?.fields.plate?.message}>
          <input name="plate" maxLength={20} defaultValue={plate ?? ''} />
        </Labelled>
        <Labelled label={t('guests.note')} error={refused?.fields.note?.message}>
          <textarea name="note" maxLength={500} defaultValue={note ?? ''} />
        </Labelled>
        <SendPart refused={refused} label={t('guests.save')} />
        {saved && <p role="status">{t('guests.saved')}</p>}
      </form>
      <EndButton act={t('guests.remove')} ask={t('guests.removeAsk', { name })} onEnd={remove} />
    </div>
  );
}
