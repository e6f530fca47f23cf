import { bill } from '@lobby/shared/modules/bill.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../kit/session/permissions.ts';
import { pairedForm } from '../../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../../kit/ui/pages/ScreenParts.tsx';
import { ServiceBillsTab } from '../../bill/index.ts';
import { ByUnit } from './ByUnit.tsx';
import { TypeStrip } from './TypeStrip.tsx';

const FORM = pairedForm(['vehicleId', 'serviceId', 'startDate', 'endDate', 'tariffId', 'note'], ['reason']);
const WIDTHS = { plate: 124, vehicleType: 120, unitId: 100, cardNumber: 120, serviceId: 180, tariffId: 160, step: 72 };

/** Parking registrations, as list and by unit. */
export function Component() {
  const { t } = useTranslation(['parking', 'bill']);
  const mayBills = useCan(bill.code, 'read');
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'vehicles',
          label: t('parts.vehicles'),
          content: (
            <RecordsPage
              definition={parking}
              widths={WIDTHS}
              form={FORM}
              strip={<TypeStrip />}
              detail={{
                extraTabs: id =>
                  mayBills
                    ? [
                        {
                          value: 'bills',
                          label: t('bill:plural'),
                          content: <ServiceBillsTab definition={parking} id={id} />,
                        },
                      ]
                    : [],
              }}
            />
          ),
        },
        { value: 'units', label: t('parts.units'), content: <ByUnit /> },
      ]}
    />
  );
}
