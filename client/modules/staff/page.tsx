import { employee } from '@lobby/shared/modules/employee.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { card, folded } from './rows.tsx';
import { FORM_FIELDS, StaffFields } from './StaffFields.tsx';

const WIDTHS = {
  name: 180,
  email: 216,
  phone: 128,
  departmentId: 148,
  positionIds: 200,
  cardNumber: 104,
  startedOn: 112,
  endedOn: 112,
  invitedAt: 136,
  status: 148,
};

export function Component() {
  return (
    <RecordsPage
      definition={employee}
      widths={WIDTHS}
      folded={folded}
      card={card}
      form={{ fields: FORM_FIELDS, children: <StaffFields /> }}
    />
  );
}
