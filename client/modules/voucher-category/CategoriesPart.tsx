import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

// Codes are for journal entries; people use the names.
const WIDTHS = { order: 84, name: 240, code: 150, kind: 100, parentId: 200, accountingCode: 130 };

export function CategoriesPart() {
  return <RecordsPage definition={voucherCategory} widths={WIDTHS} />;
}
