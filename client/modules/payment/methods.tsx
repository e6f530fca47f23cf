import { paymentMethod } from '@lobby/shared/modules/identity-account.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['name', 'method', 'provider', 'mode', 'fundId', 'displayOrder', 'active'], ['note']);
const WIDTHS = { name: 240, method: 140, provider: 170, mode: 150, fundId: 180, displayOrder: 112 };

/** The ways in which the building is paid. */
export function Component() {
  return <RecordsPage definition={paymentMethod} widths={WIDTHS} form={FORM} />;
}
