import { type FormEvent, useRef, useState } from 'react';
import type { Refused } from '../../data/api.ts';
import { type OrderPage, uploadFor } from '../../partner.ts';
import { PhotosInput } from '../../parts/PhotoField.tsx';
import { Labelled, Pictures, Refusal } from '../../parts/parts.tsx';
import { t, when } from '../../words.ts';

const MOST_PICTURES = 3;
const LONGEST = 1000;

interface OrderTalkProps {
  token: string;
  page: OrderPage;
  send: (name: string, body: Record<string, unknown>) => Promise<boolean>;
}

/** Conversation between partner, household and building about an order. */
export function OrderTalk({ token, page, send }: OrderTalkProps) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sent, setSent] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const { messages = [], talks } = page;
  if (!talks && messages.length === 0) return null;
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const content = String(data.get('content') ?? '').trim();
    const files = (data.getAll('files') as File[]).filter(({ size }) => size > 0).slice(0, MOST_PICTURES);
    if (!content && files.length === 0) return;
    setBusy(true);
    setRefused(null);
    try {
      const images = await uploadFor(token, files, undefined, '?of=message');
      if (!(await send('message', { content, ...(images.length > 0 && { images }) }))) return;
      form.current?.reset();
      setSent(n => n + 1);
    } catch (failure) {
      setRefused(failure as Refused);
    } finally {
      setBusy(false);
    }
  }
  return (
    <section>
      <h2>{t('order.talk.title')}</h2>
      <ul className="list" aria-live="polite">
        {messages.map(({ id, at, by, content, images }) => (
          <li key={id}>
            <small className="muted">
              {t(`order.talk.${by}`)} · {when(at)}
            </small>
            <p className="prose">{content}</p>
            <Pictures of={images} label={t('order.picture')} />
          </li>
        ))}
      </ul>
      {talks && (
        <form ref={form} onSubmit={event => void submit(event)}>
          <Labelled label={t('order.talk.write')}>
            <textarea name="content" rows={2} maxLength={LONGEST} />
          </Labelled>
          <PhotosInput key={sent} name="files" most={MOST_PICTURES} error={undefined} />
          <Refusal refused={refused} />
          <button type="submit" className="quiet" disabled={busy}>
            {t('order.talk.send')}
          </button>
        </form>
      )}
    </section>
  );
}
