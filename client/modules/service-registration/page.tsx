import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  [
    'unitId',
    'serviceId',
    'startDate',
    'endDate',
    'quantity',
    'tariffId',
    'peopleFrom',
    'people',
    'discountType',
    'discountPercent',
    'discountAmount',
    'discountUntil',
  ],
  ['reason', 'note', 'attachments'],
);
const WIDTHS = { code: 144, unitId: 100, serviceId: 220, quantity: 100, people: 90, tariffId: 200 };

/** Which unit has which service. */
export function Component() {
  return (
    <RecordsPage
      definition={serviceRegistration}
      widths={WIDTHS}
      hidden={['blockId', 'floorId', 'createdAt']}
      form={FORM}
    />
  );
}
