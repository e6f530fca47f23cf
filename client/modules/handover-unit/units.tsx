import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { handoverTotals } from '@lobby/shared/modules/handover-unit.contract.ts';
import { type HandoverUnitRow, handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { ClipboardCheck, FileDown, ListPlus, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { filterValues } from '../../kit/http/query.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { readListState } from '../../kit/list/url.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { AddDialog } from './AddDialog.tsx';
import { PlanPart } from './plan/PlanPart.tsx';
import { DefectsTab, LastSheetTab, RoundsTab, useLastRound } from './RelatedTabs.tsx';

const FORM = pairedForm(
  [
    'unitId',
    'ownerId',
    'templateId',
    'contractNumber',
    'dueFrom',
    'dueTo',
    'receiverName',
    'receiverPhone',
    'receiverIdentifier',
  ],
  ['receiverFiles', 'attachments', 'note'],
);
const WIDTHS = {
  unitId: 84,
  blockId: 64,
  unitType: 90,
  ownerId: 150,
  obligation: 120,
  scheduledAt: 130,
  employeeId: 120,
  status: 130,
};
/** Maximum number of ids in one URL. */
const MOST_LETTERS = 200;

/** List card of a unit on phones. */
function UnitCard({ row }: { row: HandoverUnitRow }) {
  const { t } = useTranslation(handoverUnit.name);
  const { day } = useFormats();
  const { id, unitId, ownerId, dueTo, handedOverOn, late, obligation, status } = row;
  const { tone, icon } = handoverUnit.statuses[status];
  return (
    <CardRow
      id={id}
      lead={<RefName to="unit" id={unitId} />}
      note={late ? t('marks.late') : null}
      time={handedOverOn ? day(handedOverOn) : dueTo && t('card.due', { day: day(dueTo) })}
      title={
        <>
          {ownerId ? <RefName to="resident" id={ownerId} /> : '–'}
          {obligation === 'INCOMPLETE' && ` · ${t('marks.obligationOpen')}`}
        </>
      }
      status={
        <Status tone={tone} icon={icon}>
          {t(`statuses.${status}`)}
        </Status>
      }
      person={
        <small className="cut">
          <Next row={row} />
        </small>
      }
    />
  );
}
const card = (row: HandoverUnitRow) => <UnitCard row={row} />;

/** Units of the handover programme. */
export function Component() {
  const { t } = useTranslation([handoverUnit.name, handoverSchedule.name, 'kit']);
  const may = useCan(HANDOVER, 'write');
  const works = useCan(HANDOVER, 'updateStatus');
  const phone = usePhone();
  const [adding, setAdding] = useState(false);
  const { busy, save } = useExport();
  const extraTabs = (id: string) => [
    { value: 'rounds', label: t('appointments'), content: <RoundsTab id={id} /> },
    { value: 'sheet', label: t('handover-schedule:sheet.tab'), content: <LastSheetTab id={id} /> },
    { value: 'defects', label: t('defects'), content: <DefectsTab id={id} /> },
  ];
  const more = ({ id }: RecordOf<typeof handoverUnit>) => [
    {
      key: 'letter',
      label: t('letter.print'),
      icon: Printer,
      onSelect: () => save(`${handoverUnit.path}/letters?ids[]=${id}`, scopeNow()),
    },
    {
      key: 'file',
      label: t('file.print'),
      icon: FileDown,
      onSelect: () => save(`${handoverUnit.path}/${id}/file`, scopeNow()),
    },
  ];
  const actionsExtra = (row: RecordOf<typeof handoverUnit>) =>
    works && row.scheduleStatus === 'PENDING_ACCEPTANCE' ? <OpenSheet unitId={row.unitId} /> : null;
  const list = (
    <>
      {!phone && <Totals />}
      <RecordsPage
        definition={handoverUnit}
        widths={WIDTHS}
        form={FORM}
        card={card}
        detail={{ more, extraTabs, actionsExtra, meta: row => <Next row={row} /> }}
        bulk={chosen =>
          'ids' in chosen &&
          chosen.ids.length <= MOST_LETTERS && (
            <Button
              look="ghost"
              icon={Printer}
              busy={busy}
              onClick={() => save(`${handoverUnit.path}/letters`, { ...scopeNow(), query: { ids: [...chosen.ids] } })}
            >
              {t('letter.printMany')}
            </Button>
          )
        }
        headExtras={
          may &&
          (phone ? (
            <IconButton icon={ListPlus} label={t('add.button')} onClick={() => setAdding(true)} />
          ) : (
            <Button icon={ListPlus} onClick={() => setAdding(true)}>
              {t('add.button')}
            </Button>
          ))
        }
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  );
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'units', label: t('plan.list'), content: list },
        { value: 'plan', label: t('plan.tab'), content: <PlanPart /> },
      ]}
    />
  );
}

/** Opens the latest inspection of a unit. */
function OpenSheet({ unitId }: { unitId: string | undefined }) {
  const { t } = useTranslation(handoverSchedule.name);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const round = useLastRound(unitId);
  const open = () => navigate(`/projects/${idUnitGroup}/${handoverSchedule.route}?id=${round?.id}&screen=inspect`);
  return (
    round && (
      <Button look="filled" icon={ClipboardCheck} onClick={open}>
        {t('sheet.open')}
      </Button>
    )
  );
}

/** Next step of a unit. */
function Next({ row }: { row: Partial<HandoverUnitRow> }) {
  const { t } = useTranslation(handoverUnit.name);
  const { dateTime } = useFormats();
  const { scheduleStatus, scheduledAt, obligation, status, openDefects = 0, blockingDefects = 0 } = row;
  if (scheduleStatus === 'PENDING_EXECUTION' && scheduledAt) return t('next.visit', { at: dateTime(scheduledAt) });
  if (scheduleStatus === 'PENDING_ACCEPTANCE') return t('next.inspect');
  if (scheduleStatus === 'NOT_SCHEDULED')
    return t(status === 'WAITING_HANDOVER' && obligation === 'INCOMPLETE' ? 'next.pay' : 'next.schedule');
  const count = scheduleStatus === 'NOT_ACCEPTED' ? blockingDefects : openDefects;
  if (count > 0) return t('next.repair', { count });
  return t(scheduleStatus === 'NOT_ACCEPTED' ? 'next.again' : 'next.done');
}

const SOON_MS = 500;

const totalsClass = styleClass({ flex: 'none', pt: '3' });

/** Totals of the filtered rows; hidden while a record is open. */
function Totals() {
  const { t } = useTranslation(handoverUnit.name);
  const { number } = useFormats();
  const [params] = useSearchParams();
  const { filter } = readListState(params, handoverUnit, today());
  const { data } = useContract<typeof handoverTotals>('/handover/unit/totals', {
    follow: HANDOVER,
    delay: SOON_MS,
    query: { filter: filterValues(filter) },
  });
  if (!data || params.has('id')) return null;
  return (
    <div className={totalsClass()}>
      <Sums
        of={[
          [t('totals.total'), number(data.total)],
          ...Object.entries(data.statuses).map(([status, count]) => [t(`statuses.${status}`), number(count)] as const),
          [t('totals.late'), number(data.late)],
          [t('totals.obligationOpen'), number(data.obligationOpen)],
          [t('totals.openDefects'), number(data.openDefects)],
        ]}
      />
    </div>
  );
}
