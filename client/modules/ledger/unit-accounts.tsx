import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const WIDTHS = { unitId: 120, owed: 150, balance: 150, deposit: 150, lastAt: 160 };

/** Receivables and balances by unit. */
export function Component() {
  return <RecordsPage definition={unitAccount} widths={WIDTHS} />;
}
