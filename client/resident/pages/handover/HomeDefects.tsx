import type { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { type FormEvent, useState } from 'react';
import { call, type Refused, upload } from '../../data/api.ts';
import { type SeenRow, useDetail, useRows } from '../../data/rows.ts';
import { PhotosInput } from '../../parts/PhotoField.tsx';
import { Labelled, List, Pictures, photosIn, ReasonForm, Refusal, SendPart, Tag } from '../../parts/parts.tsx';
import { day, t } from '../../words.ts';

const PATH = '/handover/unit-property-item-defect';

type Defect = SeenRow<typeof handoverDefect>;

/** Defects of the home: progress and approval of repairs, and, after the handover, reports of new ones. */
export function HomeDefects({ isHandedOver }: { isHandedOver: boolean }) {
  const { data, error, again } = useRows<typeof handoverDefect>(PATH, {}, ['HANDOVER']);
  return (
    <section className="stack">
      <h2>{t('handover.defects')}</h2>
      <List rows={data} error={error} none={t('handover.noDefects')}>
        {defect => <One defect={defect} done={again} />}
      </List>
      {isHandedOver && <Report done={again} />}
    </section>
  );
}

function One({ defect, done }: { defect: Defect; done: () => void }) {
  const { id, code, status, closed, roomText, description, dueOn, repairedOn } = defect;
  const [returning, setReturning] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const act = (name: string, body: object) =>
    void call(`${PATH}/${id}/${name}`, { method: 'PUT', body }).then(() => {
      setReturning(false);
      done();
    }, setRefused);
  return (
    <div className="stack">
      <p>
        {roomText} <Tag status={closed ? 'CLOSED' : status} />
      </p>
      <p>{description}</p>
      <small className="muted">
        {code}
        {dueOn && !closed && status === 'NOT_REPAIRED' && ` · ${t('handover.due', { day: day(dueOn) })}`}
        {repairedOn && ` · ${t('handover.repairedOn', { day: day(repairedOn) })}`}
      </small>
      <PhotosOf id={id} />
      <Refusal refused={refused} />
      {status === 'REPAIRED' && !closed && !returning && (
        <p>
          <button type="button" className="main" onClick={() => act('confirm', {})}>
            {t('handover.right')}
          </button>{' '}
          <button type="button" className="quiet" onClick={() => setReturning(true)}>
            {t('handover.wrong')}
          </button>
        </p>
      )}
      {returning && (
        <ReasonForm
          label={t('handover.why')}
          act={t('handover.wrong')}
          refused={refused}
          onSend={reason => act('return', { reason })}
        />
      )}
    </div>
  );
}

/** Photos of a defect and its repair, loaded on demand. */
function PhotosOf({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const { data } = useDetail<typeof handoverDefect>(PATH, open && id, ['HANDOVER']);
  const all = [...(data?.imagesBefore ?? []), ...(data?.imagesAfter ?? [])];
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('handover.photos')}</summary>
      {data && all.length === 0 && <p className="muted">–</p>}
      <Pictures of={all} label={t('handover.photos')} />
    </details>
  );
}

/** Reports a defect during the warranty. */
function Report({ done }: { done: () => void }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const word = (name: string) => String(form.get(name) ?? '').trim();
    const photos = photosIn(form);
    setBusy(true);
    try {
      const images = photos.length > 0 ? await upload(photos) : [];
      const body = { roomText: word('where'), description: word('what'), images };
      await call(`${PATH}/report`, { method: 'POST', body, key: crypto.randomUUID() });
      setOpen(false);
      done();
    } catch (failure) {
      setRefused(failure as Refused);
    } finally {
      setBusy(false);
    }
  };
  if (!open)
    return (
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {t('handover.report')}
      </button>
    );
  return (
    <form className="stack" onSubmit={event => void send(event)}>
      <Labelled label={t('handover.where')} error={refused?.fields.roomText?.message}>
        <input name="where" required maxLength={250} />
      </Labelled>
      <Labelled label={t('handover.what')} error={refused?.fields.description?.message}>
        <textarea name="what" rows={3} required minLength={3} maxLength={2000} />
      </Labelled>
      <PhotosInput error={refused?.fields.imagesBefore?.message} />
      <SendPart refused={refused} label={t('handover.send')} busy={busy} />
    </form>
  );
}
