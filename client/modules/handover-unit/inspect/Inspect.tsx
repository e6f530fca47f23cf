import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { ClipboardCheck, FileDown, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { randomId } from '../../../kit/http/ids.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { TabPanel, Tabs } from '../../../kit/ui/layout/Tabs.tsx';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { EmptyState, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { today } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';
import { dayAt } from '../calendar/times.ts';
import { OnSite } from '../OnSite.tsx';
import { ExtraDialog } from './ExtraDialog.tsx';
import { HandedPart } from './HandedPart.tsx';
import { LineRow } from './LineRow.tsx';
import { SummaryPart } from './SummaryPart.tsx';
import { partOf, type SheetWork, type ShownSheet, useSheet } from './sheet.ts';

/** Final statuses of an inspection. */
const ENDS = ['COMPLETE', 'NOT_ACCEPTED'];

const roomClass = styleClass({ display: 'flex', gap: '3', flexWrap: 'wrap', p: '4' });

/** Inspection in a flat: rooms, meters, keys, signatures; works offline. */
export function Inspect({ id }: { id: string }) {
  const { t } = useTranslation('handover-schedule');
  const { day } = useFormats();
  const work = useSheet(id);
  const { sheet, waiting } = work;
  const [, setParams] = useSearchParams();
  const back = () => setParams({ tab: 'all', id });
  const lane = waiting[0]?.path ?? '';
  const refused = waiting.filter(({ state }) => state === 'failed');
  const unsent = waiting.length - refused.length;
  const ending = waiting.some(({ act, state }) => act && ENDS.includes(act.status) && state !== 'failed');
  if (!sheet) {
    if (!work.failed) return <SkeletonRows />;
    return <ErrorState title={t('sheet.failed')} onRetry={work.again} />;
  }
  const early = sheet.scheduledAt !== null && dayAt(sheet.scheduledAt) > today();
  const done = sheet.lines.filter(({ result }) => result !== null).length;
  return (
    <OnSite
      heading={`${sheet.unit} · ${sheet.owner ?? sheet.code}`}
      refused={refused}
      lane={lane}
      onBack={back}
      say={{
        title: t('sheet.title'),
        progress: t('sheet.progress', { done, total: sheet.lines.length }),
        unsent: unsent > 0 ? t('sheet.unsent', { count: unsent }) : null,
        back: t('sheet.back'),
        offline: t('sheet.offline'),
        seen: t('sheet.seen'),
      }}
    >
      {sheet.status === 'PENDING_EXECUTION' ? (
        <EmptyState
          icon={ClipboardCheck}
          title={t('sheet.begin', { count: sheet.lines.length })}
          actions={
            <Button look="filled" size="lg" disabled={early} onClick={work.begin}>
              {t('actions.start')}
            </Button>
          }
        >
          {early && sheet.scheduledAt ? t('sheet.early', { day: day(sheet.scheduledAt) }) : t('sheet.beginText')}
        </EmptyState>
      ) : sheet.status !== 'PENDING_ACCEPTANCE' || ending ? (
        <EmptyState
          icon={ClipboardCheck}
          title={t(ending ? 'sheet.waiting' : 'sheet.done')}
          actions={
            <>
              <Button onClick={back}>{t('sheet.back')}</Button>
              {!ending && <Minutes id={id} />}
              <NextVisit id={id} />
            </>
          }
        />
      ) : (
        <Rooms sheet={sheet} work={work} />
      )}
    </OnSite>
  );
}

/** Prints the minutes of the inspection. */
function Minutes({ id }: { id: string }) {
  const { t } = useTranslation('handover-schedule');
  const { busy, save } = useExport();
  return (
    <Button icon={FileDown} busy={busy} onClick={() => save(`${handoverSchedule.path}/${id}/minutes`, scopeNow())}>
      {t('sheet.print')}
    </Button>
  );
}

/** Opens the next appointment of the signed-in engineer. */
function NextVisit({ id }: { id: string }) {
  const { t } = useTranslation('handover-schedule');
  const [, setParams] = useSearchParams();
  const { data, error } = useRows(handoverSchedule, {
    filter: { employeeId: { in: ['me'] }, status: { in: ['PENDING_EXECUTION', 'PENDING_ACCEPTANCE'] } },
    sort: 'scheduledAt',
    limit: 2,
  });
  const next = data?.find(visit => visit.id !== id);
  if (error || !next) return null;
  return (
    <Button look="filled" onClick={() => setParams({ id: next.id, screen: 'inspect' })}>
      {t('sheet.next')}
    </Button>
  );
}

/** Tabs of the rooms, the handover part and the summary. */
function Rooms({ sheet, work }: { sheet: ShownSheet; work: SheetWork }) {
  const { t } = useTranslation('handover-schedule');
  const panel = useId();
  const rooms = [...Map.groupBy(sheet.lines, ({ room }) => room)];
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [passing, setPassing] = useState(false);
  const at = chosen ?? rooms[0]?.[0] ?? 'summary';
  const lines = rooms.find(([room]) => room === at)?.[1] ?? [];
  const left = lines.filter(({ result }) => result === null);
  const tabs = [
    ...rooms.map(([room, ofRoom]) => {
      const count = ofRoom.filter(({ result }) => result === null).length;
      return { value: room, label: count > 0 ? room : `✓ ${room}`, ...(count > 0 && { count }) };
    }),
    { value: 'handed', label: t('sheet.things') },
    { value: 'summary', label: t('sheet.summary') },
  ];
  return (
    <>
      <Tabs label={t('sheet.rooms')} tabs={tabs} value={at} panel={panel} onChange={setChosen} />
      <TabPanel id={panel} value={at}>
        {at === 'handed' && <HandedPart sheet={sheet} work={work} />}
        {at === 'summary' && <SummaryPart sheet={sheet} work={work} onJump={setChosen} />}
        {lines.map(line => (
          <LineRow key={line.key} line={line} work={work} earlier={sheet.earlier ?? null} />
        ))}
        {lines.length > 0 && (
          <div className={roomClass()}>
            {left.length > 0 && <Button onClick={() => setPassing(true)}>{t('sheet.restPass')}</Button>}
            <Button icon={Plus} onClick={() => setAdding(true)}>
              {t('sheet.add')}
            </Button>
          </div>
        )}
      </TabPanel>
      <ConfirmDialog
        open={passing}
        title={t('sheet.restSure', { count: left.length, room: at })}
        confirm={t('sheet.restPass')}
        onConfirm={() => {
          work.write(left.map(line => partOf(`lines.${line.key}`, { result: 'PASS' }, line.part)));
          setPassing(false);
        }}
        onCancel={() => setPassing(false)}
      />
      {adding && (
        <ExtraDialog
          room={at}
          onClose={() => setAdding(false)}
          onAdd={(item, note) => {
            const key = `x${randomId()}`;
            work.write([partOf(`lines.${key}`, { room: at, item, note: note || null, result: 'FAIL' })]);
            setAdding(false);
          }}
        />
      )}
    </>
  );
}
