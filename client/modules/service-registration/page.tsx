import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['unitId', 'serviceId', 'quantity', 'startDate', 'endDate'], ['note']);
const WIDTHS = { code: 144, unitId: 100, serviceId: 220, quantity: 100 };

/** Which unit has which service. */
export function Component() {
  return <RecordsPage definition={serviceRegistration} widths={WIDTHS} hidden={['createdAt']} form={FORM} />;
}
