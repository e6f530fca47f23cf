import { type FormEvent, useState } from 'react';
import { iconOfType } from '../../modules/ticket/type-icons.ts';
import { call, type Refused, upload } from '../api.ts';
import { useReading } from '../live.ts';
import { Labelled, Link, PhotosInput, photosIn, SendPart } from '../parts.tsx';
import { go } from '../path.ts';
import { t } from '../words.ts';
import { MODULE, PATH, type Request } from './requests.ts';

const MOST_PHOTOS = 5;
interface Type {
  id: string;
  name: string;
  icon: string | null;
  active: boolean;
}

/** A request with its kind and photos; where it goes on from one that is over, it says so. */
export function NewRequest({ previousId }: { previousId: string | undefined }) {
  const types = useReading<Type[]>('/pms/helpdesk-type?limit=50&sort=order', ['HELP_DESK_TYPE']).data ?? [];
  const previous = useReading<Request>(previousId ? `${PATH}/${previousId}` : null, [MODULE]).data;
  const [typeId, setTypeId] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const images = await upload(photosIn(form).slice(0, MOST_PHOTOS));
      const told = { title: form.get('title'), content: form.get('content'), images };
      const body = { ...told, ...(typeId && { typeId }), ...(previousId && { previousId }) };
      go(`/requests/${(await call<Request>(PATH, { method: 'POST', body })).id}`);
    } catch (error) {
      setRefused(error as Refused);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      {previous && (
        <p>
          {t('requests.previous')} <Link to={`/requests/${previous.id}`}>{previous.code}</Link>
        </p>
      )}
      {types.length > 0 && (
        <fieldset className="chips">
          <legend>{t('requests.type')}</legend>
          {types
            .filter(({ active }) => active)
            .map(({ id, name, icon }) => {
              const Icon = iconOfType(icon);
              return (
                <button
                  key={id}
                  type="button"
                  className="quiet"
                  aria-pressed={typeId === id}
                  onClick={() => setTypeId(typeId === id ? null : id)}
                >
                  <Icon size={16} aria-hidden /> {name}
                </button>
              );
            })}
        </fieldset>
      )}
      <Labelled label={t('requests.title')} error={refused?.fields.title?.message}>
        <input name="title" maxLength={200} defaultValue={previous?.title ?? ''} key={previous?.id} required />
      </Labelled>
      <Labelled label={t('requests.content')} error={refused?.fields.content?.message}>
        <textarea name="content" rows={5} maxLength={5000} required />
      </Labelled>
      <PhotosInput error={refused?.fields.images?.message} />
      <SendPart refused={refused} label={t('requests.send')} busy={busy} />
    </form>
  );
}
