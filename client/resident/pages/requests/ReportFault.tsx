import { type FormEvent, useState } from 'react';
import { guestCall, Refused } from '../../data/api.ts';
import { smaller } from '../../data/photos.ts';
import { PhotosInput } from '../../parts/PhotoField.tsx';
import { t } from '../../words.ts';

export interface Fault {
  id: string;
  text: string;
  count: number;
}
interface ReportFaultProps {
  token: string;
  /** Already reported faults. */
  faults: readonly Fault[];
}

/** Reports a fault of an item without signing in; existing reports are shown first. */
export function ReportFault({ token, faults }: ReportFaultProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const path = `/q/${encodeURIComponent(token)}`;
  const send = async (body: Record<string, unknown>, photos: readonly File[] = []) => {
    setBusy(true);
    try {
      const form = new FormData();
      for (const file of await Promise.all(photos.map(smaller))) form.append('files', file);
      const images =
        photos.length > 0
          ? (await guestCall<{ id: string }[]>(`${path}/upload`, { method: 'POST', body: form })).map(
              upload => upload.id,
            )
          : [];
      const answer = await guestCall<{ code: string }>(`${path}/fault`, {
        method: 'POST',
        body: { ...body, ...(images.length > 0 && { images }) },
      });
      setSaid(t('thing.thanks', { code: answer.code }));
    } catch (error) {
      setSaid((error instanceof Refused && error.message) || t('failed'));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const word = (name: string) => String(form.get(name) ?? '').trim();
    const body = { text: word('text'), ...(word('name') && { name: word('name') }) };
    const photos = form.getAll('photos').filter(photo => photo instanceof File && photo.size > 0) as File[];
    void send({ ...body, ...(word('phone') && { phone: word('phone') }) }, photos);
  };
  return (
    <section className="stack">
      <h2>{t('thing.report')}</h2>
      {faults.map(fault => (
        <div key={fault.id} className="stack">
          <p>
            {fault.text} <span className="muted">{t('thing.reports', { count: fault.count })}</span>
          </p>
          <button type="button" className="quiet" disabled={busy} onClick={() => void send({ joins: fault.id })}>
            {t('thing.meToo')}
          </button>
        </div>
      ))}
      <output>{said}</output>
      <form className="stack" onSubmit={submit}>
        <label>
          {t('thing.text')}
          <textarea name="text" rows={3} required minLength={5} maxLength={1000} />
        </label>
        <PhotosInput error={undefined} />
        <label>
          {t('thing.name')}
          <input name="name" maxLength={100} autoComplete="name" />
        </label>
        <label>
          {t('thing.phone')}
          <input name="phone" type="tel" autoComplete="tel" />
        </label>
        <button type="submit" className="main" disabled={busy}>
          {t('thing.send')}
        </button>
      </form>
    </section>
  );
}
