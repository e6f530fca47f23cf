import { isUrgentKind } from '@lobby/shared/modules/hotline-view.ts';
import type { ticket } from '@lobby/shared/modules/ticket.ts';
import type { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { CalendarClock, Check, ChevronRight, Ellipsis, House, Trees } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { iconOfType } from '../../../modules/ticket/type-icons.ts';
import { call, type Refused, upload } from '../../data/api.ts';
import { useDraft, useDraftPhotos } from '../../data/drafts.ts';
import { useReading } from '../../data/live.ts';
import { useDetail, useRows } from '../../data/rows.ts';
import { useSession } from '../../data/session.ts';
import { Options } from '../../parts/Choice.tsx';
import { HeadEnd, useTitle } from '../../parts/head.tsx';
import { PhotoField } from '../../parts/PhotoField.tsx';
import { Labelled, Link, Refusal } from '../../parts/parts.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { WhenField } from '../../parts/WhenField.tsx';
import { go } from '../../path.ts';
import { NOTHING, toldOf } from '../../request-text.ts';
import { dayAt, namedIn, spanOf, t, time, weekday } from '../../words.ts';
import { UrgentCalls } from '../Contacts.tsx';
import { titleOf } from '../title.ts';
import { MODULE, PATH, type Request } from './requests.ts';

const MOST_PHOTOS = 5;
/** Number of types shown as tiles; the last tile opens the rest. */
const TILES = 7;
const OTHER = 'OTHER';
const SPOTS = {
  HOME: ['bath', 'kitchen', 'bedroom', 'living', 'balcony', 'other'],
  COMMON: ['lobby', 'corridor', 'lift', 'basement', 'yard', 'other'],
} as const;
const PLACES = { HOME: House, COMMON: Trees } as const;

interface Type {
  id: string;
  name: string;
  nameEn: string | null;
  icon: string | null;
  slaHours: number;
  active: boolean;
}

/** A new request: photos, type, place, description and access time; stored as a draft until it is sent. */
export function NewRequest({ previousId }: { previousId: string | undefined }) {
  useTitle(t('requests.new'));
  const unitCode = useSession()?.home.unitCode ?? '';
  const types =
    useRows<typeof ticketType>('/pms/helpdesk-type', { limit: 50, sort: 'order' }, ['HELP_DESK_TYPE']).data ?? [];
  const previous = useDetail<typeof ticket>(PATH, previousId, [MODULE]).data;
  const name = `request ${previousId ?? ''}`;
  const [kept, setDraft] = useDraft(name, NOTHING);
  const draft = { ...NOTHING, ...kept };
  const { content, typeId, where, spot, comesAt } = draft;
  const change = (next: Partial<typeof NOTHING>) => setDraft({ ...draft, ...next });
  const [photos, setPhotos] = useDraftPhotos(name);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const offered = types.filter(({ active }) => active).map(type => ({ ...type, name: namedIn(type) }));
  const placed = where && spot ? t(`requests.spots.${spot}`) : '';
  const place = where && [t(`requests.places.${where}`, { code: unitCode }), placed].filter(Boolean).join(', ');
  const comes = comesAt && t('requests.after', { day: weekday(dayAt(comesAt)), at: time(comesAt) });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    try {
      const images = await upload(photos);
      const text = toldOf(content, [
        [t('requests.placed'), place],
        [t('requests.comes'), comes],
      ]);
      const kind = offered.some(({ id }) => id === typeId) && { typeId };
      const body = { title: previous?.title ?? titleOf(content), content: text, images, ...kind };
      const sent = { ...body, ...(previousId && { previousId }) };
      const { id } = await call<Request>(PATH, { method: 'POST', body: sent });
      setDraft(NOTHING);
      setPhotos([]);
      go(`/requests/${id}`, 'replace');
    } catch (error) {
      setRefused(error as Refused);
      setBusy(false);
    }
  };
  const begun = JSON.stringify(draft) !== JSON.stringify(NOTHING) || photos.length > 0;
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
      {offered.length > 0 && <Kinds types={offered} chosen={typeId} onChange={next => change({ typeId: next })} />}
      {offered.some(type => type.id === typeId && isUrgentKind(type)) && <UrgentCalls />}
      <fieldset className="wheres">
        <legend>{t('requests.where')}</legend>
        <div className="segment">
          {(['HOME', 'COMMON'] as const).map(option => {
            const Icon = PLACES[option];
            return (
              <button
                key={option}
                type="button"
                aria-pressed={where === option}
                onClick={() =>
                  change({
                    where: where === option ? '' : option,
                    spot: '',
                    ...(option === 'COMMON' && { comesAt: '' }),
                  })
                }
              >
                <Icon size={18} strokeWidth={1.75} aria-hidden />
                {t(`requests.places.${option}`, { code: unitCode })}
              </button>
            );
          })}
        </div>
        {where && (
          <div className="pills">
            {SPOTS[where].map(option => (
              <button
                key={option}
                type="button"
                aria-pressed={spot === option}
                onClick={() => change({ spot: spot === option ? '' : option })}
              >
                {t(`requests.spots.${option}`)}
              </button>
            ))}
          </div>
        )}
      </fieldset>
      <Labelled
        label={t('requests.content')}
        error={refused?.fields.content?.message ?? refused?.fields.title?.message}
      >
        <textarea
          name="content"
          rows={3}
          maxLength={4500}
          required
          placeholder={t('requests.example')}
          value={content}
          onChange={event => change({ content: event.target.value })}
        />
      </Labelled>
      {where !== 'COMMON' && <Comes said={comes} onAt={next => change({ comesAt: next })} />}
      <Refusal refused={refused} />
      <div className="foot">
        <span>
          <button type="submit" className="main" disabled={busy}>
            {t(busy ? 'talk.sends' : 'requests.send')}
          </button>
          <Promised types={offered} typeId={typeId} />
        </span>
      </div>
    </form>
  );
}

interface KindsProps {
  types: readonly Type[];
  chosen: string;
  onChange: (id: string) => void;
}

/** The most used types as tiles, the others behind the last tile. */
function Kinds({ types, chosen, onChange }: KindsProps) {
  const [open, setOpen] = useState(false);
  const [shown, rest] = [types.slice(0, TILES), types.slice(TILES)];
  const further = rest.find(({ id }) => id === chosen);
  const turn = (id: string) => onChange(chosen === id ? '' : id);
  const Sign = further ? iconOfType(further.icon) : Ellipsis;
  return (
    <>
      <fieldset className="tiles">
        <legend>{t('requests.type')}</legend>
        {shown.map(({ id, name, icon }) => {
          const Icon = iconOfType(icon);
          return (
            <button key={id} type="button" aria-pressed={chosen === id} onClick={() => turn(id)}>
              <Icon size={24} strokeWidth={1.75} aria-hidden />
              <span>{name}</span>
            </button>
          );
        })}
        <button
          type="button"
          aria-pressed={chosen === OTHER || further !== undefined}
          aria-haspopup={rest.length > 0 ? 'dialog' : undefined}
          onClick={() => (rest.length > 0 ? setOpen(true) : turn(OTHER))}
        >
          <Sign size={24} strokeWidth={1.75} aria-hidden />
          <span>{further?.name ?? t('requests.other')}</span>
        </button>
      </fieldset>
      {open && (
        <Options
          label={t('requests.type')}
          value={chosen}
          options={[
            ...rest.map(({ id, name }) => ({ value: id, text: name })),
            { value: OTHER, text: t('requests.otherKind') },
          ]}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Earliest access time, picked on a sheet. */
function Comes({ said, onAt }: { said: string; onAt: (at: string) => void }) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState('');
  return (
    <>
      <button type="button" className="comes" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CalendarClock size={20} strokeWidth={1.75} aria-hidden />
        <span>{t('requests.comes')}</span>
        <b>{said || t('requests.anytime')}</b>
        <ChevronRight size={16} aria-hidden />
      </button>
      {open && (
        <Sheet title={t('requests.comes')} onClose={() => setOpen(false)}>
          <WhenField name="comesAt" label={t('requests.from')} onAt={setAt} />
          <button
            type="button"
            className="main"
            onClick={() => {
              onAt(at);
              setOpen(false);
            }}
          >
            {at ? t('done') : t('requests.anytime')}
          </button>
        </Sheet>
      )}
    </>
  );
}

/** Promised response time of the building. */
function Promised({ types, typeId }: { types: readonly Type[]; typeId: string }) {
  const type = types.find(({ id }) => id === typeId);
  const path = `/resident/answer-promise${type ? `?typeId=${type.id}` : ''}`;
  const minutes = useReading<{ minutes: number | null }>(path, ['HELP_DESK_TYPE']).data?.minutes;
  if (!minutes) return null;
  const params = { type: type?.name ?? '', span: spanOf(minutes) };
  return <small>{t(type ? 'requests.promiseOf' : 'requests.promise', params)}</small>;
}
