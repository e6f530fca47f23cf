import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { Row } from '../../kit/base/matches.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { OriginLink } from './OriginLink.tsx';

const FORM = pairedForm(['unitId', 'amount', 'dueDate'], ['content']);
const WIDTHS = {
  ...{ code: 160, unitId: 100, content: 260, amount: 132, dueDate: 124, origin: 148, originCode: 160, depositId: 160 },
  status: 132,
};
const DETAIL = { meta: (row: Row) => <OriginLink row={row} /> };

/** Deposits that units are asked for. */
export function Component() {
  return <RecordsPage definition={depositRequest} widths={WIDTHS} hidden={['createdAt']} form={FORM} detail={DETAIL} />;
}
