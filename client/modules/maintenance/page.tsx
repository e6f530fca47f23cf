import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { ColumnIn, FieldIn } from '@lobby/shared/kit/define-module.ts';
import {
  type MaintenanceRow,
  maintenance,
  WORK_TARGET_FIELDS,
  WORK_TARGETS,
} from '@lobby/shared/modules/maintenance.ts';
import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import type { DetailDrawerProps } from '../../kit/ui/detail/detail-props.ts';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { ChecklistTab } from './ChecklistTab.tsx';
import { CostsTab } from './CostsTab.tsx';
import { MyDay } from './my-day/MyDay.tsx';
import { OpenFaults } from './OpenFaults.tsx';
import { WorksTab } from './WorksTab.tsx';

type Name = FieldIn<typeof maintenance>;
const PARTS: readonly (readonly [part: string, names: readonly Name[], wide?: readonly Name[]])[] = [
  ['what', ['title', 'kind', 'deviceId', 'systemId', 'assetId', 'placeId']],
  ['when', ['scheduledDate', 'dueDate', 'startAt', 'endAt']],
  [
    'who',
    [
      'departmentId',
      'contractorId',
      'priority',
      'checklistId',
      'estimatedMinutes',
      'requiresPhoto',
      'requiresSignature',
      'closesLift',
    ],
    ['assigneeIds'],
  ],
  ['used', [], ['parts', 'labour']],
  ['files', [], ['description', 'imagesBefore', 'imagesAfter', 'attachments']],
];

function WorkFields() {
  const { t } = useTranslation(maintenance.name);
  return PARTS.map(([part, names, wide]) => (
    <FormPart key={part} title={t(`parts.${part}`)}>
      <FieldPairs names={names} {...(wide && { wide })} />
      {part === 'what' && <OpenFaults />}
    </FormPart>
  ));
}

const FORM = {
  size: 'wide' as const,
  fields: PARTS.flatMap(([, names, wide = []]) => [...names, ...wide]),
  children: <WorkFields />,
  defaults: { kind: 'MAINTENANCE' },
};
const SECTIONS: DetailDrawerProps<typeof maintenance>['sections'] = [
  ['what', ['kind', 'deviceId', 'systemId', 'assetId', 'placeId', 'priority', 'description', 'planId', 'ticketId']],
  [
    'when',
    ['scheduledDate', 'dueDate', 'startAt', 'endAt', 'estimatedMinutes', 'startedAt', 'completedOn', 'holdUntil'],
  ],
  [
    'who',
    ['assigneeIds', 'departmentId', 'contractorId', 'completedBy', 'reporterName', 'reporterPhone', 'reportCount'],
  ],
  ['amounts', ['laborCost', 'partsCost', 'otherCost', 'totalCost']],
  ['handled', ['result', 'reason', 'inspectionResult', 'certificateNumber', 'validUntil', 'certificates', 'rating']],
];
const WIDTHS = {
  code: 130,
  title: 200,
  deviceId: 140,
  assigneeIds: 120,
  contractorId: 130,
  scheduledDate: 100,
  dueDate: 100,
  status: 120,
};
/** Finished works show completion, cost and failures instead of planning columns. */
const DONE_HIDDEN: readonly ColumnIn<typeof maintenance>[] = [
  ...maintenance.list.hidden.filter(name => !['failedItems', 'totalCost', 'completedOn'].includes(name)),
  'scheduledDate',
  'dueDate',
  'priority',
  'progress',
];
/** The machine, system, asset or place of a work. */
function ThingCell({ row }: { row: Partial<MaintenanceRow> }) {
  const name = WORK_TARGETS.find(workTarget => row[workTarget]);
  const id = name && row[name];
  return name && id ? <RefName to={WORK_TARGET_FIELDS[name].to} id={id} /> : null;
}
const CELLS = { deviceId: (row: Partial<MaintenanceRow>) => <ThingCell row={row} /> };
const values = (row: RecordOf<typeof maintenance>) => {
  const { kind, assigneeIds, scheduledDate, priority, failedItems, parts, labour } = row;
  const defaults = { scheduledDate, assigneeIds, priority };
  const failing = Number(failedItems ?? 0) > 0;
  return {
    complete: { kind, failing, repair: failing, parts, labour },
    'post-parts': { parts },
    assign: { employeeIds: assigneeIds },
    accept: defaults,
    move: { scheduledDate },
  };
};

/**
 * Calendar line of a work. The machine comes first, since titles of one plan are equal; contractors' works are in
 * italics.
 */
function Line({ row }: { row: Partial<MaintenanceRow> }) {
  const { title, deviceId, contractorId } = row;
  const words = (
    <>
      {deviceId && (
        <>
          <RefName to="device" id={deviceId} />
          {' · '}
        </>
      )}
      {title}
    </>
  );
  return contractorId ? <em>{words}</em> : words;
}
const line = (row: RecordOf<typeof maintenance>) => <Line row={row} />;

const metaClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '2',
  textStyle: 'xs',
  color: 'fg.muted',
  '& > [data-late]': { color: 'bad.fg', fontWeight: 'medium' },
});

/** Thing, place, due date and assignees of a work. */
function About({ row, people }: { row: Partial<MaintenanceRow>; people?: boolean }) {
  const { t } = useTranslation(maintenance.name);
  const { day } = useFormats();
  const { scheduledDate, dueDate, overdue, assigneeIds = [], placeId } = row;
  const name = WORK_TARGETS.find(workTarget => row[workTarget]);
  const id = name && row[name];
  return (
    <span className={metaClass()}>
      {name && id && <RefName to={WORK_TARGET_FIELDS[name].to} id={id} />}
      {name !== 'placeId' && placeId && <RefName to="place" id={placeId} />}
      {people && scheduledDate && <span>{day(scheduledDate)}</span>}
      {dueDate && (
        <span data-late={overdue ? '' : undefined}>
          {t(overdue ? 'myDay.late' : 'myDay.due', { day: day(dueDate) })}
        </span>
      )}
      {people && assigneeIds.slice(0, 2).map(employeeId => <RefName key={employeeId} to="employee" id={employeeId} />)}
      {people && assigneeIds.length > 2 && <span>+{assigneeIds.length - 2}</span>}
    </span>
  );
}
/** Board card of a work. */
function Card({ row }: { row: Partial<MaintenanceRow> }) {
  const { title, contractorId } = row;
  return (
    <>
      {contractorId ? <em>{title}</em> : title}
      <About row={row} people />
    </>
  );
}
const card = (row: RecordOf<typeof maintenance>) => <Card row={row} />;
const BOARD = { columns: ['WAITING', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED'], card };
const meta = (row: RecordOf<typeof maintenance>) => <About row={row} />;
const isMovable = ({ status }: RecordOf<typeof maintenance>) => status === 'WAITING' || status === 'SCHEDULED';

/** `?startTime=2026-12-24` opens the calendar on that day. */
function useDayAsked() {
  const [params, setParams] = useSearchParams();
  const date = params.get('startTime')?.slice(0, 10);
  useEffect(() => {
    if (!date) return;
    const next = new URLSearchParams(params);
    next.delete('startTime');
    next.set('as', 'calendar');
    next.set('month', monthOf(date));
    next.set('day', date);
    if (!next.has('tab')) next.set('tab', 'all');
    setParams(next, { replace: true });
  }, [date, params, setParams]);
}

/** Other works of the same thing. */
function HistoryTab({ id }: { id: string }) {
  const { t } = useTranslation(maintenance.name);
  const { row, state } = useRecord(maintenance, id);
  if (!row || state === 'loading') return <SkeletonRows />;
  const name = WORK_TARGETS.find(workTarget => row[workTarget]);
  const of = name && row[name];
  return of ? <WorksTab of={name} id={of} /> : <Empty title={t('empty.title')} />;
}

/** Works as list, board and calendar. */
function Works() {
  const { t } = useTranslation([maintenance.name, 'kit']);
  const { save } = useExport();
  const mayMove = useCan(maintenance.code, 'write');
  const [params] = useSearchParams();
  const hidden = params.get('tab') === 'done' ? DONE_HIDDEN : undefined;
  const extraTabs = (id: string) => [
    { value: 'checklist', label: t('checklist.tab'), content: <ChecklistTab id={id} /> },
    { value: 'costs', label: t('costs.tab'), content: <CostsTab id={id} /> },
    { value: 'history', label: t('upkeep.history'), content: <HistoryTab id={id} /> },
  ];
  const more = ({ id }: RecordOf<typeof maintenance>) => [
    {
      key: 'print',
      label: t('kit:print.now'),
      icon: Printer,
      onSelect: () => save(`${maintenance.path}/${id}/print`, scopeNow()),
    },
  ];
  const calendar = {
    field: 'scheduledDate' as const,
    time: 'startAt' as const,
    line,
    ...(mayMove && { move: { act: 'move', may: isMovable } }),
  };
  return (
    <RecordsPage
      definition={maintenance}
      widths={WIDTHS}
      hidden={hidden}
      cells={CELLS}
      form={FORM}
      shapes={{ board: BOARD, calendar }}
      detail={{ values, extraTabs, more, meta, sections: SECTIONS }}
    />
  );
}

/** All works, and the user's works of today, which are available offline. */
export function Component() {
  const { t } = useTranslation(maintenance.name);
  useDayAsked();
  // Phones open with the user's own works.
  const phone = usePhone();
  const [params] = useSearchParams();
  const isListed = ['id', 'tab', 'as'].some(name => params.has(name));
  const all = { value: 'works', label: t('myDay.all'), content: <Works /> };
  const mine = { value: 'my-day', label: t('myDay.title'), content: <MyDay /> };
  return (
    <ScreenParts
      label={t('plural')}
      parts={phone ? [mine, all] : [all, mine]}
      usual={isListed ? all.value : undefined}
    />
  );
}
