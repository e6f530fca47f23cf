import { type ElevatorReservationRow, elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { LogOut, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { ClosuresPart, ElevatorsPart } from '../elevator/index.ts';
import { FormOwes } from '../payment/index.ts';
import { FormRecordsPage } from '../resident-form/index.ts';
import { FreeTimes } from './FreeTimes.tsx';
import { Lanes } from './Lanes.tsx';

const FORM = {
  size: 'wide' as const,
  children: (
    <>
      <FieldPairs names={['unitId', 'residentId', 'type', 'elevatorId']} />
      <FormOwes of={elevatorReservation} where={['type', 'OUT']} />
      <FreeTimes />
      <FieldPairs
        names={[
          'expectedStartAt',
          'expectedEndAt',
          'transporterName',
          'transporterPhone',
          'vehicle',
          'licensePlate',
          'workerCount',
        ]}
        wide={['goodsName', 'goods', 'regulationAgreed', 'attachments', 'note', 'staffNote']}
      />
    </>
  ),
};
const WIDTHS = {
  unitId: 96,
  type: 108,
  elevatorId: 132,
  expectedStartAt: 160,
  expectedEndAt: 160,
  goodsName: 200,
  transporterName: 180,
  licensePlate: 120,
  conflict: 144,
};

function Line({ row }: { row: Partial<ElevatorReservationRow> }) {
  return (
    <>
      <RefName to="elevator" id={row.elevatorId} /> · <RefName to="unit" id={row.unitId} />
    </>
  );
}

const SHAPES = {
  calendar: {
    field: 'expectedStartAt' as const,
    line: (row: RecordOf<typeof elevatorReservation>) => <Line row={row} />,
  },
};

/** Moves as lanes, list and calendar; elevators and closures. */
export function Component() {
  const { t } = useTranslation(['elevator-reservation', 'elevator', 'elevator-closure']);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const more = (row: RecordOf<typeof elevatorReservation>) => {
    const { id, type, status, residentId } = row;
    const print = {
      key: 'print',
      label: t('elevator-reservation:print.slip'),
      icon: Printer,
      onSelect: () => void navigate(`/print/${idUnitGroup}/moves?id=${id}`),
    };
    // After a move out, links to the resident, whose residency is still to be ended.
    const left = {
      key: 'moved-out',
      label: t('elevator-reservation:movedOut'),
      icon: LogOut,
      onSelect: () => void navigate(`../${resident.route}?id=${residentId}`),
    };
    return type === 'OUT' && status === 'COMPLETED' ? [print, left] : [print];
  };
  return (
    <ScreenParts
      label={t('elevator-reservation:plural')}
      parts={[
        {
          value: 'moves',
          label: t('elevator-reservation:plural'),
          content: (
            <FormRecordsPage
              definition={elevatorReservation}
              widths={WIDTHS}
              form={FORM}
              shapes={SHAPES}
              detail={{ more }}
            />
          ),
        },
        { value: 'lanes', label: t('elevator-reservation:parts.lanes'), content: <Lanes /> },
        {
          value: 'elevators',
          label: t('elevator:plural'),
          content: <ElevatorsPart />,
        },
        {
          value: 'closures',
          label: t('elevator-closure:plural'),
          content: <ClosuresPart />,
        },
      ]}
    />
  );
}
