import { type FormEvent, useState } from 'react';
import { guestUpload, type Refused } from '../api.ts';
import { Labelled } from '../parts.tsx';
import { t } from '../words.ts';

/** What is asked for beside an act; the others are one press. */
const ASKS: Readonly<Record<string, readonly string[]>> = {
  accept: ['appointmentAt', 'price'],
  decline: ['reason'],
  assign: ['name', 'phone'],
  reschedule: ['appointmentAt', 'reason'],
  pause: ['reason'],
  finish: ['note', 'price', 'photos'],
};
const TYPES: Readonly<Record<string, string>> = { appointmentAt: 'datetime-local', price: 'number', phone: 'tel' };
const NEEDED = ['reason', 'name'];
interface ActProps {
  name: string;
  token: string;
  wrong: Refused['fields'];
  send: (name: string, body: Record<string, unknown>) => Promise<boolean>;
}

/** One act: a press, or what it asks for first. */
export function OrderAct({ name, token, wrong, send }: ActProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const asks = ASKS[name];
  const quiet = ['decline', 'reschedule'].includes(name);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const body: Record<string, unknown> = {};
    for (const ask of asks ?? []) {
      if (ask === 'photos') continue;
      const text = String(form.get(ask) ?? '').trim();
      if (!text) continue;
      body[ask] = ask === 'price' ? Number(text) : ask === 'appointmentAt' ? new Date(text).toISOString() : text;
    }
    const photos = form.getAll('photos').filter((one): one is File => one instanceof File && one.size > 0);
    try {
      if (photos.length > 0) body.photos = await guestUpload(photos.slice(0, 5), token);
      if (await send(name, body)) setOpen(false);
    } catch {
      await send(name, body);
    }
    setBusy(false);
  }
  if (!open || !asks)
    return (
      <button
        type="button"
        className={quiet ? 'quiet' : 'main'}
        disabled={busy}
        onClick={() => (asks ? setOpen(true) : void send(name, {}))}
      >
        {t(`order.acts.${name}`)}
      </button>
    );
  return (
    <form onSubmit={event => void submit(event)}>
      {asks.map(ask => (
        <Labelled key={ask} label={t(`order.fields.${ask}`)} error={wrong[ask]?.message}>
          {ask === 'note' || ask === 'reason' ? (
            <textarea name={ask} rows={3} required={NEEDED.includes(ask)} />
          ) : ask === 'photos' ? (
            <input name="images" type="file" accept="image/*" multiple />
          ) : (
            <input
              name={ask}
              type={TYPES[ask] ?? 'text'}
              min={ask === 'price' ? 0 : undefined}
              required={NEEDED.includes(ask) || (name === 'reschedule' && ask === 'appointmentAt')}
            />
          )}
        </Labelled>
      ))}
      <button type="submit" className="main" disabled={busy}>
        {t(`order.acts.${name}`)}
      </button>
    </form>
  );
}
