import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type HandoverDefectRow, handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { CalendarCheck, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { DefectStatus } from './DefectStatus.tsx';
import { SheetTab } from './inspect/SheetTab.tsx';

const MOST = 50;

/** Renders its children with the unit id once the programme row is loaded. */
function OfUnit({ id, children }: { id: string; children: (unitId: string) => ReactNode }) {
  const { row } = useRecord(handoverUnit, id);
  return row?.unitId ? (
    children(row.unitId)
  ) : (
    <DetailBody>
      <SkeletonRows />
    </DetailBody>
  );
}

const DefectLine = ({ id, to }: { id: string; to: string }) => (
  <DefectItem defect={useHeldRow(handoverDefect, id)} to={to} />
);

/** List line of a defect. */
export function DefectItem({ defect, to }: { defect: Partial<HandoverDefectRow>; to: string }) {
  const { t } = useTranslation([handoverDefect.name, handoverSchedule.name]);
  const { day } = useFormats();
  const { code, roomText, description, dueOn, repairedOn, blocking, closed } = defect;
  const repaired = repairedOn && defect.status === 'REPAIRED';
  const notes = [
    code,
    roomText,
    repaired
      ? t('handover-schedule:sheet.repairedOn', { day: day(repairedOn) })
      : dueOn && t('handover-schedule:sheet.promised', { day: day(dueOn) }),
    repaired && closed && t('handover-schedule:sheet.settled'),
    blocking && !closed && t('marks.blocking'),
  ];
  return (
    <Line
      to={to}
      title={description}
      note={notes.filter(Boolean).join(' · ')}
      after={<DefectStatus defect={defect} />}
    />
  );
}

function RoundLine({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation(handoverSchedule.name);
  const { time, day } = useFormats();
  const row = useHeldRow(handoverSchedule, id);
  const status = row.status ?? 'NOT_SCHEDULED';
  const { tone, icon } = handoverSchedule.statuses[status];
  return (
    <Line
      to={to}
      title={row.code}
      note={row.scheduledAt ? `${day(row.scheduledAt)} ${time(row.scheduledAt)}` : '–'}
      after={
        <Status tone={tone} icon={icon}>
          {t(`statuses.${status}`)}
        </Status>
      }
    />
  );
}

function Rounds({ unitId }: { unitId: string }) {
  const { t } = useTranslation([handoverUnit.name, handoverSchedule.name]);
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(handoverSchedule, 'unitId', unitId, MOST);
  return (
    <RelatedRecords view={view} most={MOST} icon={CalendarCheck} none={t('noAppointments')}>
      {id => <RoundLine key={id} id={id} to={`/projects/${idUnitGroup}/${handoverSchedule.opens}${id}`} />}
    </RelatedRecords>
  );
}

function Defects({ unitId }: { unitId: string }) {
  const { t } = useTranslation(handoverDefect.name);
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(handoverDefect, 'unitId', unitId, MOST);
  return (
    <RelatedRecords view={view} most={MOST} icon={Wrench} none={t('empty.title')}>
      {id => <DefectLine key={id} id={id} to={`/projects/${idUnitGroup}/${handoverDefect.opens}${id}`} />}
    </RelatedRecords>
  );
}

/** The latest appointment of a unit; undefined while loading. */
export function useLastRound(unitId: string | undefined): ListedOf<typeof handoverSchedule> | null | undefined {
  const { data } = useRows(unitId ? handoverSchedule : null, {
    follow: HANDOVER,
    filter: { unitId: { in: [unitId ?? ''] } },
    sort: '-createdAt',
    limit: 1,
  });
  return data && (data[0] ?? null);
}

function LastSheet({ unitId }: { unitId: string }) {
  const { t } = useTranslation(handoverUnit.name);
  const round = useLastRound(unitId);
  if (round) return <SheetTab id={round.id} />;
  return <DetailBody>{round === null ? <p>{t('noAppointments')}</p> : <SkeletonRows />}</DetailBody>;
}

/** Latest inspection sheet of the row's unit, with minutes. */
export const LastSheetTab = ({ id }: { id: string }) => (
  <OfUnit id={id}>{unitId => <LastSheet unitId={unitId} />}</OfUnit>
);
export const RoundsTab = ({ id }: { id: string }) => <OfUnit id={id}>{unitId => <Rounds unitId={unitId} />}</OfUnit>;
export const DefectsTab = ({ id }: { id: string }) => <OfUnit id={id}>{unitId => <Defects unitId={unitId} />}</OfUnit>;
