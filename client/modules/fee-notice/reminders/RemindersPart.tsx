import { addDays } from '@lobby/shared/kit/dates.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { reminderPlan } from '@lobby/shared/modules/reminder.contract.ts';
import { reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { CalendarClock, CalendarDays, ChevronLeft, ChevronRight, Download, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button, IconButton } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { Sums } from '../../../kit/ui/figures/Sums.tsx';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { EmptyState, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { today } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';
import { SendPreview } from '../index.ts';
import { MonthDialog } from './MonthDialog.tsx';
import { type ReminderRow, RemindersTable } from './RemindersTable.tsx';

const dayClass = styleClass({ display: 'flex', alignItems: 'end', gap: '1', '& > :nth-child(2)': { flex: '1' } });
const noteClass = styleClass({ px: '4', pb: '3', color: 'fg.muted', textStyle: 'sm' });
/** Reminders of a day: recipients, and reasons why others get none. */
export function RemindersPart() {
  const { t } = useTranslation(['reminder-rule', 'notice-delivery', 'notice-run', 'books', 'kit']);
  const { money, number, day: written } = useFormats();
  const [params, setParams] = useSearchParams();
  const param = params.get('day');
  const [leaving, setLeaving] = useState<ReminderRow | null>(null);
  const [reading, setReading] = useState<ReminderRow | null>(null);
  const [sending, setSending] = useState(false);
  const [month, setMonth] = useState(false);
  const maySend = useCan(reminderRule.code, 'updateStatus');
  const mayExport = useCan(noticeDelivery.code, 'export');
  const { busy: saving, save } = useExport();
  const mayLeave = useCan(reminderExclusion.code, 'write');
  const { data, error, again } = useContract<typeof reminderPlan>('/fee-notice/reminder-plan', {
    ...(param && { query: { day: param } }),
    follow: reminderRule.code,
    delay: 2000,
  });
  const go = (day: string) => setParams({ part: 'reminders', ...(day && { day }) });
  if (error && !data) return <ErrorState title={t('books:failed')} onRetry={() => void again()} />;
  const day = param ?? data?.day ?? '';
  const leave = async (reason: string) => {
    const body = { unitId: leaving?.unitId, reason };
    await request('POST', reminderExclusion.path, { ...scopeNow(), body });
    toast({ tone: 'done', title: t('day.leftOut') });
    setLeaving(null);
    await again();
  };
  const send = async () => {
    const { data: begun } = await request<{ households: number }>('POST', '/fee-notice/reminder-plan/send', {
      ...scopeNow(),
      body: {},
    });
    toast({ tone: 'done', title: t('day.begun', { households: begun.households }) });
    setSending(false);
    await again();
  };
  const waits = data?.counts.some(({ outcome }) => outcome === 'SEND') && data.day === today();
  return (
    <ReportPage
      title={t('day.title')}
      actions={
        <>
          {mayExport && data && data.rows.length > 0 && (
            <Button
              data-tool=""
              icon={Download}
              busy={saving}
              onClick={() => void save('/fee-notice/reminder-plan/export', { ...scopeNow(), query: { day: data.day } })}
            >
              {t('kit:list.export')}
            </Button>
          )}
          <Button icon={CalendarDays} onClick={() => setMonth(true)}>
            {t('month.title')}
          </Button>
          {maySend && waits && (
            <Button icon={Send} onClick={() => setSending(true)}>
              {t('day.send')}
            </Button>
          )}
        </>
      }
      asks={
        <div className={dayClass()}>
          <IconButton icon={ChevronLeft} label={t('day.before')} onClick={() => day && go(addDays(day, -1))} />
          <Field label={t('day.day')}>
            <DayInput label={t('day.day')} value={day} onChange={go} />
          </Field>
          <IconButton icon={ChevronRight} label={t('day.after')} onClick={() => day && go(addDays(day, 1))} />
        </div>
      }
    >
      {!data && <SkeletonRows />}
      {data && !data.working && <p className={noteClass()}>{t('day.off', { day: written(data.next) })}</p>}
      {data && data.counts.length > 0 && (
        <Sums
          of={data.counts
            .slice(0, 5)
            .map(
              ({ outcome, count, owed }) => [t(`outcomes.${outcome}`), `${number(count)} · ${money(owed)}`] as const,
            )}
        />
      )}
      {data && data.rows.length === 0 && (
        <EmptyState icon={CalendarClock} title={data.rules === 0 ? t('day.noRules') : t('day.nobody')}>
          {data.rules === 0 ? t('day.noRulesText') : t('day.nobodyText')}
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <RemindersTable rows={data.rows} onRead={setReading} onLeave={mayLeave ? setLeaving : null} />
      )}
      {reading && (
        <Dialog
          open
          wide
          title={t('notice-run:plan.tab')}
          onClose={() => setReading(null)}
          footer={<LeaveButton onClick={() => setReading(null)} />}
        >
          <SendPreview
            chosen={{ ids: [reading.noticeId] }}
            kind={reading.kind}
            channels={reading.channels}
            message=""
          />
        </Dialog>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={t('day.leaveAsk')}
        description={t('day.leaveText')}
        confirm={t('day.leave')}
        reason={{}}
        onConfirm={leave}
        onCancel={() => setLeaving(null)}
      />
      <ConfirmDialog
        open={sending}
        title={t('day.sendAsk')}
        description={t('day.sendText')}
        confirm={t('day.send')}
        onConfirm={send}
        onCancel={() => setSending(false)}
      />
      {month && (
        <MonthDialog
          onClose={() => setMonth(false)}
          onDay={next => {
            setMonth(false);
            go(next);
          }}
        />
      )}
    </ReportPage>
  );
}
