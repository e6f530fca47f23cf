import {
  type ConstructionRegistrationRow,
  constructionRegistration,
} from '@lobby/shared/modules/construction-registration.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { useFlowTab } from '../approval-flow/index.ts';
import { DepositEnd, DepositStrip } from '../deposit/index.ts';
import { FormOwes, UnitOwes } from '../payment/index.ts';
import { FormRecordsPage } from '../resident-form/index.ts';
import { Bars } from './Bars.tsx';
import { SHEETS } from './sheets.ts';
import { WorkersTab } from './WorkersTab.tsx';

const FORM = {
  size: 'wide' as const,
  children: (
    <>
      <FieldPairs names={['unitId', 'residentId', 'workType', 'depositAmount']} />
      <FormOwes of={constructionRegistration} />
      <FieldPairs
        names={[
          'expectedStartAt',
          'expectedEndAt',
          'partnerId',
          'contractorName',
          'contractorContact',
          'contractorPhone',
          'noisy',
          'hotWork',
        ]}
        wide={[
          'content',
          'workers',
          'attachments',
          'regulationAgreed',
          'residentNote',
          'managementNote',
          'acceptanceFiles',
        ]}
      />
    </>
  ),
};
const WIDTHS = {
  unitId: 96,
  workType: 120,
  content: 240,
  contractorName: 180,
  workerCount: 88,
  insideNow: 88,
  expectedStartAt: 160,
  expectedEndAt: 160,
  depositAmount: 120,
  depositStatus: 128,
};

function Line({ row }: { row: Partial<ConstructionRegistrationRow> }) {
  return (
    <>
      <RefName to="unit" id={row.unitId} /> · {row.contractorName ?? row.content}
    </>
  );
}

const SHAPES = {
  calendar: {
    field: 'expectedStartAt' as const,
    line: (row: RecordOf<typeof constructionRegistration>) => <Line row={row} />,
  },
};

/** Deposit, and debts of the unit while a decision is pending. */
const meta = (row: RecordOf<typeof constructionRegistration>) => (
  <>
    <DepositStrip row={row} />
    {row.status === 'WAITING' && <UnitOwes unitId={row.unitId} />}
  </>
);
const asides = (row: RecordOf<typeof constructionRegistration>) => ({ complete: <DepositEnd row={row} /> });
/** The workers act starts with the current workers. */
const values = (row: RecordOf<typeof constructionRegistration>) => ({ workers: { workers: row.workers } });

/** Construction registrations as list and as bars. */
export function Component() {
  const { t } = useTranslation(constructionRegistration.name);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const flowTab = useFlowTab(constructionRegistration.name);
  const more = (row: RecordOf<typeof constructionRegistration>) => {
    const { id, stopped, status } = row;
    const sheets = SHEETS.filter(sheet =>
      sheet === 'stop' ? stopped : sheet !== 'acceptance' || status === 'COMPLETED',
    );
    return sheets.map(sheet => ({
      key: `print-${sheet}`,
      label: t(`print.${sheet}`),
      icon: Printer,
      onSelect: () => void navigate(`/print/${idUnitGroup}/works?id=${id}&sheet=${sheet}`),
    }));
  };
  const extraTabs = (id: string) => [
    { value: 'workers', label: t('workers.tab'), content: <WorkersTab id={id} /> },
    ...flowTab(id),
  ];
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'works',
          label: t('plural'),
          content: (
            <FormRecordsPage
              definition={constructionRegistration}
              widths={WIDTHS}
              form={FORM}
              shapes={SHAPES}
              detail={{ meta, more, values, extraTabs, asides }}
            />
          ),
        },
        { value: 'bars', label: t('parts.bars'), content: <Bars /> },
      ]}
    />
  );
}
