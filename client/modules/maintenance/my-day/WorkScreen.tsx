import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { ChevronLeft, ChevronRight, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../../kit/http/clock.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { discard, retry } from '../../../kit/offline/outbox.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Button, IconButton } from '../../../kit/ui/controls/Button.tsx';
import { progressLook } from '../../../kit/ui/marks/progress-look.ts';
import { Late, lateWord, Status } from '../../../kit/ui/marks/Status.tsx';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { type DaySupply, type DayWork, firstOpen } from './day.ts';
import { FinishStep } from './FinishStep.tsx';
import { ItemStep } from './ItemStep.tsx';
import { laneOf, useWork } from './snapshot.ts';

const screenClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  '& > header': {
    display: 'grid',
    justifyItems: 'start',
    gap: '1',
    p: '4',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& h1': { textStyle: 'lg', fontWeight: 'semibold', m: '0' },
  '& p': { m: '0', whiteSpace: 'pre-line' },
  '& > header > small': { textStyle: 'sm', color: 'fg.muted' },
  '& > div': { flex: '1', overflowY: 'auto', p: '4', maxW: '720px', w: 'full' },
  '& > footer': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    p: '2',
    borderTopWidth: '1px',
    borderColor: 'border',
    maxW: '720px',
    w: 'full',
  },
  '& > footer button': { minH: '12', flex: '1 1 auto', minW: '12', px: '2' },
  '& progress': progressLook,
});

interface WorkScreenProps {
  work: DayWork;
  supplies: readonly DaySupply[];
  day: string;
  onBack: () => void;
}

/** A work on site: start, checklist, pause, completion; works offline. */
export function WorkScreen({ work: read, supplies, day: today, onBack }: WorkScreenProps) {
  const { t } = useTranslation(maintenance.name);
  const { day } = useFormats();
  const may = useCan(maintenance.code, 'updateStatus');
  const { work, waiting, act } = useWork(read);
  const [at, setAt] = useState(() => firstOpen(work.items));
  const [holding, setHolding] = useState(false);
  const { id, status, items, target, place, dueDate, overdue, progress, description } = work;
  const { tone, icon } = maintenance.statuses[status as keyof typeof maintenance.statuses];
  const going = status === 'IN_PROGRESS' || status === 'ON_HOLD';
  const item = items[at];
  const lane = laneOf(id);
  return (
    <section className={screenClass()} aria-label={work.title}>
      {waiting.map(
        ({ key, state, error }) =>
          state === 'failed' && (
            <Banner
              key={key}
              tone="bad"
              icon={CircleX}
              title={error?.message || t('myDay.refused')}
              action={
                error?.message
                  ? { label: t('myDay.seen'), onAct: () => discard(lane, key) }
                  : { label: t('myDay.again'), onAct: () => retry(lane, key) }
              }
            />
          ),
      )}
      <header>
        <h1>{work.title}</h1>
        <small>
          {[work.code, target?.name, place, dueDate && t(overdue ? 'myDay.late' : 'myDay.due', { day: day(dueDate) })]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {overdue ? (
          <Late>{lateWord(t('kit:money.late'), t(`statuses.${status}`))}</Late>
        ) : (
          <Status tone={tone} icon={icon}>
            {t(`statuses.${status}`)}
          </Status>
        )}
        {going && items.length > 0 && (
          <>
            <small role="status">{t('checklist.progress', { progress: progress ?? 0 })}</small>
            <progress value={progress ?? 0} max={100} aria-label={t('fields.progress')} />
          </>
        )}
      </header>
      <div>
        {!going && description && <p>{description}</p>}
        {!going && status === 'COMPLETED' && <p>{t('myDay.done')}</p>}
        {going && item && (
          <ItemStep
            key={item.n}
            workId={id}
            item={item}
            onNext={() => setAt(at + 1)}
            onAnswer={(answer, files) => act('answer', '', { items: [answer] }, files)}
          />
        )}
        {going && !item && (
          <FinishStep
            work={work}
            supplies={supplies}
            today={today}
            onJump={n => setAt(n - 1)}
            onEnd={(body, files) => {
              act('complete', 'COMPLETED', { ...body, ...(waiting.length > 0 && { offline: true }) }, files);
              onBack();
            }}
          />
        )}
      </div>
      <footer>
        <Button onClick={onBack}>{t('myDay.back')}</Button>
        {may && status === 'SCHEDULED' && (
          <Button look="filled" onClick={() => act('start', 'IN_PROGRESS', { at: new Date(now()).toISOString() })}>
            {t('actions.start')}
          </Button>
        )}
        {may && status === 'IN_PROGRESS' && <Button onClick={() => setHolding(true)}>{t('actions.hold')}</Button>}
        {may && status === 'ON_HOLD' && (
          <Button look="filled" onClick={() => act('resume', 'IN_PROGRESS')}>
            {t('actions.resume')}
          </Button>
        )}
        {going && at > 0 && (
          <IconButton icon={ChevronLeft} look="outline" label={t('myDay.before')} onClick={() => setAt(at - 1)} />
        )}
        {going && item && (
          <IconButton icon={ChevronRight} look="outline" label={t('myDay.next')} onClick={() => setAt(at + 1)} />
        )}
      </footer>
      <ConfirmDialog
        open={holding}
        title={t('actions.hold')}
        confirm={t('actions.hold')}
        reason={{ label: t('fields.reason') }}
        onConfirm={reason => {
          act('hold', 'ON_HOLD', { reason });
          setHolding(false);
        }}
        onCancel={() => setHolding(false)}
      />
    </section>
  );
}
