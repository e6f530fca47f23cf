import { fund } from '@lobby/shared/modules/fund.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { FundBalance } from './FundBalance.tsx';

const FORM = pairedForm(
  ['name', 'code', 'kind', 'bankAccountId', 'purpose', 'keeperIds', 'accountingCode', 'order'],
  ['note'],
);
const WIDTHS = { order: 84, name: 220, code: 100, kind: 160, purpose: 140, keeperIds: 200, balance: 150 };
const HIDDEN = ['openingBalance', 'openingDate', 'accountingCode', 'createdAt'];

/** Where money is kept. */
export function Component() {
  return (
    <RecordsPage
      definition={fund}
      widths={WIDTHS}
      hidden={HIDDEN}
      form={FORM}
      cells={{ balance: ({ id }) => <FundBalance id={id} /> }}
    />
  );
}
