import { partner } from '@lobby/shared/modules/partner.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

/** Suppliers and contractors. */
export function Component() {
  return <RecordsPage definition={partner} widths={{ name: 260, code: 96, type: 132 }} />;
}
