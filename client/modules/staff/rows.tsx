import { readPhone } from '@lobby/shared/kit/contact.ts';
import { type EmployeeRow, employee } from '@lobby/shared/modules/employee.ts';
import { useTranslation } from 'react-i18next';
import { useRefName } from '../../kit/refs/refs.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';

function State({ row }: { row: EmployeeRow }) {
  const { t } = useTranslation('employee');
  return <Status {...employee.statuses[row.status]}>{t(`statuses.${row.status}`)}</Status>;
}

function Office({ row }: { row: EmployeeRow }) {
  return useRefName('department', row.departmentId);
}

/** Collapsed row beside the open employee. */
export const folded = (row: EmployeeRow) => (
  <FoldedRow
    id={row.id}
    title={row.name}
    meta={[<Office key="office" row={row} />, row.phone && readPhone(row.phone)]}
    status={<State row={row} />}
  />
);

/** List card on phones. */
export const card = (row: EmployeeRow) => (
  <CardRow
    id={row.id}
    lead={<Office row={row} />}
    time={row.phone && readPhone(row.phone)}
    title={row.name}
    status={<State row={row} />}
    kind={row.email}
  />
);
