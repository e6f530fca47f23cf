import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { Camera, Check, Footprints, Undo2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { smaller } from '../../../kit/offline/photo.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { EmptyState, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { today } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';
import { OnSite } from '../OnSite.tsx';
import { useWalk, type WalkAct, type WalkDefect, type WalkWork } from './useWalk.ts';

const flatsClass = styleClass({
  flex: '1',
  overflowY: 'auto',
  px: '4',
  pb: '8',
  maxW: '720px',
  w: 'full',
  '& h2': { textStyle: 'md', fontWeight: 'semibold', m: '0', py: '3', display: 'flex', gap: '2' },
  '& h2 small': { color: 'fg.muted', fontWeight: 'normal' },
});
const defectClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  p: '3',
  mb: '2',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  '& h3': { textStyle: 'sm', fontWeight: 'semibold', m: '0' },
  '& p': { m: '0', textStyle: 'sm' },
  '& small': { color: 'fg.muted', textStyle: 'xs' },
  '& [role=alert]': { color: 'bad.fg' },
  '& [data-acts]': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  '& [data-acts] button': { minH: '12' },
  '& input[type=file]': { display: 'none' },
});

/** Walk through flats after repairs: each defect is confirmed, repaired or returned on site; works offline. */
export function Walk({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation(handoverDefect.name);
  const work = useWalk();
  const { defects, failed, unsent, refused, lane } = work;
  if (!defects) return failed ? <ErrorState title={t('walk.failed')} onRetry={work.again} /> : <SkeletonRows />;
  const flats = [...Map.groupBy(defects, ({ unitId }) => unitId)];
  return (
    <OnSite
      heading={t('walk.title')}
      refused={refused}
      lane={lane}
      onBack={onBack}
      say={{
        title: t('walk.title'),
        progress: t('walk.left', { count: defects.filter(({ said }) => said === null).length }),
        unsent: unsent > 0 ? t('walk.unsent', { count: unsent }) : null,
        back: t('walk.back'),
        offline: t('walk.offline'),
        seen: t('walk.seen'),
      }}
    >
      {flats.length === 0 ? (
        <EmptyState icon={Footprints} title={t('empty.title')} />
      ) : (
        <div className={flatsClass()}>
          {flats.map(([unitId, ofUnit]) => (
            <section key={unitId}>
              <h2>
                <RefName to="unit" id={unitId} /> <small>{ofUnit.length}</small>
              </h2>
              {ofUnit.map(defect => (
                <OneDefect key={defect.id} defect={defect} work={work} />
              ))}
            </section>
          ))}
        </div>
      )}
    </OnSite>
  );
}

function OneDefect({ defect, work }: { defect: WalkDefect; work: WalkWork }) {
  const { t } = useTranslation(handoverDefect.name);
  const { day } = useFormats();
  const chooser = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState<File | null>(null);
  const [returning, setReturning] = useState(false);
  const [reason, setReason] = useState('');
  const { id, code, roomText, description, dueOn, status, severity, blocking, overdue, said } = defect;
  const wantsPhoto = status === 'NOT_REPAIRED' && severity === 'MAJOR' && !photo;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) void smaller(file).then(setPhoto);
  };
  const act = (name: WalkAct, body: Record<string, unknown> = {}) => {
    work.act(id, name, body, photo ?? undefined);
    setPhoto(null);
    setReturning(false);
  };
  return (
    <article className={defectClass()} data-defect={id}>
      <h3>{roomText}</h3>
      <p>{description}</p>
      <small>
        {[
          code,
          t(`statuses.${status}`),
          dueOn && day(dueOn),
          overdue && t('marks.overdue'),
          blocking && t('fields.blocking'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {said && <p role="status">{t(`walk.said.${said}`)}</p>}
      {!said && (
        <>
          <div data-acts="">
            {(status === 'NOT_REPAIRED' || returning) && (
              <Button icon={Camera} onClick={() => chooser.current?.click()}>
                {photo ? t('walk.another') : t('walk.photo')}
              </Button>
            )}
            {status === 'NOT_REPAIRED' && (
              <Button
                icon={Check}
                look="filled"
                disabled={wantsPhoto}
                onClick={() => act('repair', { repairedOn: today() })}
              >
                {t('actions.repair')}
              </Button>
            )}
            {status === 'REPAIRED' && !returning && (
              <>
                <Button icon={Check} look="filled" onClick={() => act('confirm', { confirmedOn: today() })}>
                  {t('walk.pass')}
                </Button>
                <Button icon={Undo2} tone="bad" onClick={() => setReturning(true)}>
                  {t('actions.return')}
                </Button>
              </>
            )}
          </div>
          {wantsPhoto && <small>{t('walk.wantsPhoto')}</small>}
          {photo && <small role="status">{t('walk.taken')}</small>}
          {returning && (
            <>
              <Field label={t('walk.why')}>
                <TextArea rows={2} maxLength={1000} value={reason} onChange={event => setReason(event.target.value)} />
              </Field>
              <div data-acts="">
                <Button tone="bad" disabled={!reason.trim()} onClick={() => act('return', { reason: reason.trim() })}>
                  {t('actions.return')}
                </Button>
                <Button onClick={() => setReturning(false)}>{t('walk.leave')}</Button>
              </div>
            </>
          )}
        </>
      )}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('walk.photo')}
        onChange={choose}
      />
    </article>
  );
}
