import { feeNotice, NOTICE_DATES, type NoticesBuilt } from '@lobby/shared/modules/fee-notice.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import type { Chunked } from '../../../kit/live/background-jobs.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';
import { useChunkedRun } from '../../../kit/ui/useChunkedRun.ts';

type Dates = Partial<Record<(typeof NOTICE_DATES)[number], string>>;

/** Creates the notices of a month with their dates; shows a preview first. */
export function BuildDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['fee-notice', 'kit', 'errors']);
  const { money } = useFormats();
  const [month, setMonth] = useState(thisMonth());
  const [dates, setDates] = useState<Dates>({});
  const [publish, setPublish] = useState(false);
  const [plan, setPlan] = useState<NoticesBuilt | null>(null);
  const mayPublish = useCan(feeNotice.code, 'updateStatus');
  const { busy, error, code, run } = useSubmit();
  const { progress, stop, follow } = useChunkedRun(`${feeNotice.path}/build`);
  const build = (dryRun: boolean) =>
    run(async () => {
      const chosenDates = Object.fromEntries(Object.entries(dates).filter(([, day]) => day));
      const scope = scopeNow();
      const { data: answer } = await request<NoticesBuilt | { id: string }>('POST', `${feeNotice.path}/build`, {
        ...scope,
        body: { month, publish, dryRun, dates: chosenDates },
      });
      const chunks = 'id' in answer ? await follow<NoticesBuilt & Chunked>(answer.id, scope) : null;
      const data = chunks ?? (answer as NoticesBuilt);
      const left = chunks?.state === 'CANCELLED' ? chunks.of - chunks.done : 0;
      // An interrupted preview covers only part of the units and is not shown.
      if (dryRun && left === 0) return setPlan(data);
      const built = t('build.done', { made: data.made + data.rebuilt, known: data.known });
      if (left > 0)
        toast({
          tone: 'waiting',
          title: t('build.stopped', { count: left }),
          ...(!dryRun && { description: built }),
        });
      else toast({ tone: 'done', title: built });
      if (dryRun) setPlan(null);
      else onClose();
    });
  const changed = (set: () => void) => {
    setPlan(null);
    set();
  };
  const why = Map.groupBy(plan?.skipped ?? [], ({ code }) => code);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('build.title')}
      footer={
        <>
          {stop ? <Button onClick={stop}>{t('kit:bulk.cancel')}</Button> : <LeaveButton onClick={onClose} />}
          <Button busy={busy} onClick={() => void build(true)}>
            {t('build.look')}
          </Button>
          <Button look="filled" busy={busy} onClick={() => void build(false)}>
            {t('build.now')}
          </Button>
        </>
      }
    >
      <Field label={t('fields.month')} required error={error} code={code} help={t('build.help')}>
        <DayInput
          kind="month"
          label={t('fields.month')}
          value={month}
          onChange={value => changed(() => setMonth(value))}
        />
      </Field>
      {NOTICE_DATES.map(name => (
        <Field key={name} label={t(`fields.${name}`)}>
          <DayInput
            label={t(`fields.${name}`)}
            value={dates[name] ?? ''}
            onChange={value => changed(() => setDates(now => ({ ...now, [name]: value })))}
          />
        </Field>
      ))}
      {mayPublish && (
        <Checkbox
          label={t('build.publish')}
          checked={publish}
          onChange={({ target }) => changed(() => setPublish(target.checked))}
        />
      )}
      {progress && <p role="status">{t('build.going', { done: progress.done, of: progress.of })}</p>}
      {plan && (
        <div role="status">
          <p>{t('build.plan', { made: plan.made, rebuilt: plan.rebuilt, known: plan.known, sum: money(plan.sum) })}</p>
          {[...why].map(([code, rows]) => (
            <p key={code}>
              {rows.length} · {t(`errors:${code}`)}
            </p>
          ))}
        </div>
      )}
    </Dialog>
  );
}
