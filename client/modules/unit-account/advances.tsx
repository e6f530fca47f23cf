import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const WIDTHS = { unitId: 120, serviceId: 220, balance: 150, paidIn: 150, used: 150, lastAt: 160 };

/** What units have paid ahead, by service. */
export function Component() {
  return <RecordsPage definition={serviceAdvance} widths={WIDTHS} />;
}
