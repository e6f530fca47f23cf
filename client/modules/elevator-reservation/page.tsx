import { type ElevatorReservationRow, elevatorReservation, lift } from '@lobby/shared/modules/elevator-reservation.ts';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { dataOf } from '../../kit/http/api.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { FormRecordsPage } from '../approval-flow/index.ts';

const FORM = pairedForm(
  [
    ...['unitId', 'residentId', 'type', 'liftId', 'startAt', 'endAt', 'transporterName', 'transporterPhone'],
    ...['vehicle', 'licensePlate'],
  ],
  ['goodsName', 'regulationAgreed', 'attachments', 'note'],
);
const LIFT_FORM = pairedForm(['name', 'blockId', 'capacity', 'hours', 'active'], ['note']);
const LIFT_WIDTHS = { capacity: 144, hours: 240 };
const WIDTHS = {
  code: 144,
  unitId: 96,
  type: 108,
  liftId: 132,
  startAt: 160,
  endAt: 160,
  transporterName: 180,
  status: 132,
};
const HIDDEN = ['residentId', 'licensePlate', 'goodsName', 'realStartAt', 'realEndAt', 'createdAt'];

function Line({ row }: { row: Partial<ElevatorReservationRow> }) {
  return (
    <>
      <RefName to="lift" id={String(row.liftId)} /> · <RefName to="unit" id={String(row.unitId)} />
    </>
  );
}

const SHAPES = {
  calendar: { field: 'startAt', line: (row: Row) => <Line row={dataOf<ElevatorReservationRow>(row)} /> },
};

/** Moves by lift, as a list and a calendar, and the lifts themselves. */
export function Component() {
  const { t } = useTranslation(['elevator-reservation', 'lift']);
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
              hidden={HIDDEN}
              form={FORM}
              shapes={SHAPES}
            />
          ),
        },
        {
          value: 'lifts',
          label: t('lift:plural'),
          content: <RecordsPage definition={lift} widths={LIFT_WIDTHS} form={LIFT_FORM} />,
        },
      ]}
    />
  );
}
