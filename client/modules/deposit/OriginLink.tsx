import type { DepositOrigin } from '@lobby/shared/modules/deposit.ts';
import type { Row } from '../../kit/base/matches.ts';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';

const FORMS: Partial<Record<DepositOrigin, string>> = {
  CONSTRUCTION: 'construction-registration',
  CARD: 'card-registration',
  BOOKING: 'utility-booking',
};

/** Link to the form a deposit belongs to. */
export function OriginLink({ row }: { row: Row }) {
  const to = FORMS[row.origin as DepositOrigin];
  if (!to || typeof row.originId !== 'string') return null;
  return (
    <RefLink to={to} id={row.originId}>
      {String(row.originCode)}
    </RefLink>
  );
}
