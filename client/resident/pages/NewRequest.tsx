import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { iconOfType } from '../../modules/ticket/type-icons.ts';
import { call, type Refused, upload } from '../api.ts';
import { useDraft, useDraftPhotos } from '../drafts.ts';
import { HeadEnd, useTitle } from '../head.tsx';
import { useReading } from '../live.ts';
import { PhotoField } from '../PhotoField.tsx';
import { Labelled, Link, Refusal } from '../parts.tsx';
import { go } from '../path.ts';
import { t } from '../words.ts';
import { MODULE, PATH, type Request } from './requests.ts';
import { titleOf } from './title.ts';

const MOST_PHOTOS = 5;
interface Type {
  id: string;
  name: string;
  icon: string | null;
  active: boolean;
}
const EMPTY = { content: '', typeId: '' };

/** A request: its photos first, its kind, and what it is about; kept until it is sent. Where it goes on from one that is over, it says so. */
export function NewRequest({ previousId }: { previousId: string | undefined }) {
  useTitle(t('requests.new'));
  const types = useReading<Type[]>('/pms/helpdesk-type?limit=50&sort=order', ['HELP_DESK_TYPE']).data ?? [];
  const previous = useReading<Request>(previousId ? `${PATH}/${previousId}` : null, [MODULE]).data;
  const name = `request ${previousId ?? ''}`;
  const [{ content, typeId }, setDraft] = useDraft(name, EMPTY);
  const [photos, setPhotos] = useDraftPhotos(name);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    try {
      const images = await upload(photos);
      const told = { title: previous?.title ?? titleOf(content), content: content.trim(), images };
      const body = { ...told, ...(typeId && { typeId }), ...(previousId && { previousId }) };
      const { id } = await call<Request>(PATH, { method: 'POST', body });
      setDraft(EMPTY);
      setPhotos([]);
      go(`/requests/${id}`, 'replace');
    } catch (error) {
      setRefused(error as Refused);
      setBusy(false);
    }
  };
  const begun = content !== '' || typeId !== '' || photos.length > 0;
  return (
    <form className="request" onSubmit={submit}>
      <HeadEnd>
        {begun && (
          <small className="saved">
            <Check size={16} aria-hidden />
            {t('requests.draft')}
          </small>
        )}
      </HeadEnd>
      {previous && (
        <p>
          {t('requests.previous')} <Link to={`/requests/${previous.id}`}>{previous.code}</Link>
        </p>
      )}
      <PhotoField files={photos} most={MOST_PHOTOS} onChange={setPhotos} error={refused?.fields.images?.message} />
      {types.length > 0 && (
        <fieldset className="tiles">
          <legend>{t('requests.type')}</legend>
          {types
            .filter(({ active }) => active)
            .map(({ id, name: type, icon }) => {
              const Icon = iconOfType(icon);
              return (
                <button
                  key={id}
                  type="button"
                  aria-pressed={typeId === id}
                  onClick={() => setDraft({ content, typeId: typeId === id ? '' : id })}
                >
                  <Icon size={24} strokeWidth={1.75} aria-hidden />
                  <span>{type}</span>
                </button>
              );
            })}
        </fieldset>
      )}
      <Labelled
        label={t('requests.content')}
        error={refused?.fields.content?.message ?? refused?.fields.title?.message}
      >
        <textarea
          name="content"
          rows={4}
          maxLength={5000}
          required
          placeholder={t('requests.example')}
          value={content}
          onChange={event => setDraft({ content: event.target.value, typeId })}
        />
      </Labelled>
      <Refusal refused={refused} />
      <div className="foot">
        <button type="submit" className="main" disabled={busy}>
          {t(busy ? 'talk.sends' : 'requests.send')}
        </button>
      </div>
    </form>
  );
}
