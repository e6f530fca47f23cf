import { type FormEvent, useState } from 'react';
import type { Refused } from '../../data/api.ts';
import { type Item, type OrderPage, uploadFor } from '../../partner.ts';
import { NumberField } from '../../parts/NumberField.tsx';
import { PhotosInput } from '../../parts/PhotoField.tsx';
import { Labelled } from '../../parts/parts.tsx';
import { SignPad } from '../../parts/SignPad.tsx';
import { WhenField } from '../../parts/WhenField.tsx';
import { money, t } from '../../words.ts';

/** Input of actions; those not listed need none. */
const ASKS: Readonly<Record<string, readonly string[]>> = {
  accept: ['appointmentAt'],
  decline: ['reason'],
  assign: ['name', 'phone'],
  reschedule: ['appointmentAt', 'reason'],
  pause: ['reason', 'nextAt'],
  finish: ['items', 'photos', 'note', 'signature'],
};
const MOMENTS = ['appointmentAt', 'nextAt'];
const NEEDED = ['reason', 'name'];
const MOST_PHOTOS = 10;
interface ActProps {
  name: string;
  token: string;
  page: OrderPage;
  wrong: Refused['fields'];
  send: (name: string, body: Record<string, unknown>) => Promise<boolean>;
}

/** An action: a button, or a form if it needs input. */
export function OrderAct({ name, token, page, wrong, send }: ActProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [items, setItems] = useState<readonly Item[]>(page.order.items);
  const [signature, setSignature] = useState<File | null>(null);
  const [done, setDone] = useState<[done: number, all: number] | null>(null);
  const asks = ASKS[name];
  const quiet = ['decline', 'reschedule'].includes(name);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const body: Record<string, unknown> = {};
    for (const ask of asks ?? []) {
      const text = String(form.get(ask) ?? '').trim();
      if (text && ask !== 'photos') body[ask] = MOMENTS.includes(ask) ? new Date(text).toISOString() : text;
    }
    if (asks?.includes('items') && items.length > 0) body.items = items.filter(({ quantity }) => quantity > 0);
    const photos = form.getAll('photos').filter((photo): photo is File => photo instanceof File && photo.size > 0);
    try {
      const files = photos.slice(0, MOST_PHOTOS);
      if (files.length > 0) body.photos = await uploadFor(token, files, sent => setDone([sent, files.length]));
      if (signature && name === 'finish') body.signature = await uploadFor(token, [signature]);
      if (await send(name, body)) setOpen(false);
    } catch {
      await send(name, body);
    }
    setDone(null);
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
      {asks.map(ask =>
        ask === 'items' ? (
          <Items key={ask} items={items} onChange={setItems} />
        ) : ask === 'signature' ? (
          <SignPad key={ask} label={t('order.fields.signature')} onDrawn={setSignature} />
        ) : MOMENTS.includes(ask) ? (
          <WhenField
            key={ask}
            name={ask}
            label={t(`order.fields.${ask}`)}
            required={name === 'reschedule' && ask === 'appointmentAt'}
            error={wrong[ask]?.message}
          />
        ) : ask === 'photos' ? (
          <PhotosInput key={ask} most={MOST_PHOTOS} required={name === 'finish'} error={wrong[ask]?.message} />
        ) : (
          <Labelled key={ask} label={t(`order.fields.${ask}`)} error={wrong[ask]?.message}>
            {ask === 'note' || ask === 'reason' ? (
              <textarea name={ask} rows={3} required={NEEDED.includes(ask)} />
            ) : (
              <input name={ask} type={ask === 'phone' ? 'tel' : 'text'} required={NEEDED.includes(ask)} />
            )}
          </Labelled>
        ),
      )}
      {done && <p className="muted">{t('order.uploaded', { done: done[0], all: done[1] })}</p>}
      <button type="submit" className="main" disabled={busy}>
        {t(`order.acts.${name}`)}
      </button>
    </form>
  );
}

/** Delivered quantities of the ordered items, and their sum. */
function Items({ items, onChange }: { items: readonly Item[]; onChange: (items: readonly Item[]) => void }) {
  if (items.length === 0) return null;
  const sum = items.reduce((all, { quantity, price }) => all + quantity * price, 0);
  return (
    <fieldset>
      <legend>{t('order.fields.items')}</legend>
      {items.map((item, at) => (
        <Labelled key={item.name} label={`${item.name} · ${money(item.price)}`}>
          <NumberField
            min={0}
            max={1000}
            initial={item.quantity}
            onValue={quantity => onChange(items.with(at, { ...item, quantity }))}
          />
        </Labelled>
      ))}
      <p>
        {t('order.sum')}: <strong>{money(sum)}</strong>
      </p>
    </fieldset>
  );
}
