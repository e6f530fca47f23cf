import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type HandoverScheduleRow, handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Row } from '../../kit/base/matches.ts';
import { dataOf } from '../../kit/http/api.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Inspect } from './inspect/Inspect.tsx';
import { SheetTab } from './inspect/SheetTab.tsx';
import { useSnapshot } from './inspect/sheet.ts';

const FORM = pairedForm([], ['meetingPoint']);
const WIDTHS = { code: 150, unitId: 110, ownerId: 190, employeeId: 170, scheduledAt: 160, status: 150 };
const HIDDEN = [
  'blockId',
  'kind',
  'endAt',
  'actualAt',
  'finishedAt',
  'linesDone',
  'linesTotal',
  'fails',
  'bookedBy',
  'meetingPoint',
  'createdAt',
];

function Line({ row }: { row: Partial<HandoverScheduleRow> }) {
  return (
    <>
      <RefName to="unit" id={String(row.unitId)} />
      {row.employeeId && (
        <>
          {' '}
          · <RefName to="employee" id={row.employeeId} />
        </>
      )}
    </>
  );
}
const SHAPES = {
  calendar: { field: 'scheduledAt', line: (row: Row) => <Line row={dataOf<HandoverScheduleRow>(row)} /> },
};

/** The appointments at which units are handed over, as a list and a calendar; `screen=inspect` is the inspection of one. */
export function Component() {
  const { t } = useTranslation('handover-schedule');
  const [params, setParams] = useSearchParams();
  const may = useCan(HANDOVER, 'updateStatus');
  useSnapshot(may);
  const id = params.get('id');
  if (id && params.get('screen') === 'inspect') return <Inspect key={id} id={id} />;
  const extraTabs = (of: string) => [{ value: 'sheet', label: t('sheet.tab'), content: <SheetTab id={of} /> }];
  const actionsExtra = (row: Row) =>
    may && row.status === 'PENDING_ACCEPTANCE' ? (
      <Button look="filled" icon={ClipboardCheck} onClick={() => setParams({ id: row.id, screen: 'inspect' })}>
        {t('sheet.open')}
      </Button>
    ) : null;
  return (
    <RecordsPage
      definition={handoverSchedule}
      widths={WIDTHS}
      hidden={HIDDEN}
      form={FORM}
      shapes={SHAPES}
      detail={{ extraTabs, actionsExtra }}
    />
  );
}
