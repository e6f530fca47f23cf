import { service } from '@lobby/shared/modules/billing-service.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  [
    ...['name', 'code', 'nameEn', 'displayOrder', 'measure', 'counted', 'vehicleType', 'coefficient', 'minIndex'],
    ...['maxIndex', 'unitName', 'periodType', 'type', 'paymentTermDays', 'interestRate', 'active'],
  ],
  ['note'],
);
const WIDTHS = { name: 220, code: 110, measure: 120, counted: 148, unitName: 108, paymentTermDays: 124 };

/** What the building charges for. */
export function Component() {
  return (
    <RecordsPage
      definition={service}
      widths={WIDTHS}
      hidden={['type', 'periodType', 'displayOrder', 'createdAt']}
      form={FORM}
    />
  );
}
