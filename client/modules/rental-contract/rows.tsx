import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { RentalContractRow } from '@lobby/shared/modules/rental-contract.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { isSaid } from '../../kit/ui/list/model/said.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import type { CellContext } from '../../kit/ui/list/rows/cells.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../theme/classes.ts';

const codeClass = styleClass({ fontWeight: 'medium', color: 'fg', textStyle: 'sm' });
const lineClass = styleClass({ display: 'inline-flex', alignItems: 'center', gap: '2', minW: '0' });

type Part = Partial<RentalContractRow>;

/** Company, otherwise the resident. */
export function Tenant({ row }: { row: Part }) {
  const name = useRefName('resident', row.company ? null : row.residentId);
  return row.company ?? name ?? '';
}

const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Time left of an expiring contract. */
export function TimeLeft({ row }: { row: Part }) {
  const { t } = useTranslation('rental-contract');
  const { today } = useWriting();
  if (row.status !== 'ACTIVE' || !row.expiring || !row.expiryDate) return null;
  const left = days(today, row.expiryDate);
  return (
    <Status tone="waiting" icon="alarm-clock">
      {left > 0 ? t('left', { count: left }) : t('lastDay')}
    </Status>
  );
}

function Expiry({ row }: { row: RentalContractRow }) {
  const { day } = useFormats();
  return (
    <span className={lineClass()}>
      <TimeLeft row={row} />
      {day(row.expiryDate)}
    </span>
  );
}

export function Price({ row }: { row: Part }) {
  const { money } = useFormats();
  return row.price === undefined ? null : money(row.price);
}

/** Status as icon and word. */
export function State({ row }: { row: Part }) {
  const { t } = useTranslation('rental-contract');
  if (!row.status) return null;
  const { tone, icon } = rentalContract.statuses[row.status];
  return (
    <Status tone={tone} icon={icon}>
      {t(`statuses.${row.status}`)}
    </Status>
  );
}

/** Period like `01/12/2025 – 30/11/2026`. */
export function Period({ row }: { row: Part }) {
  const { day } = useFormats();
  return row.startDate && row.expiryDate ? `${day(row.startDate)} – ${day(row.endedDate ?? row.expiryDate)}` : '';
}

/** Cells with custom rendering. */
export const cells = {
  code: (row: RentalContractRow) => <span className={codeClass()}>{row.code}</span>,
  residentId: (row: RentalContractRow) => <Tenant row={row} />,
  expiryDate: (row: RentalContractRow) => <Expiry row={row} />,
  annexCount: (row: RentalContractRow) => row.annexCount || '',
};

/** Collapsed row beside the open contract. */
export const folded = (row: RentalContractRow, context: Pick<CellContext, 'fixed'>) => (
  <FoldedRow
    id={row.id}
    title={row.code}
    meta={[<RefName key="unit" to="unit" id={row.unitId} />, <Tenant key="tenant" row={row} />]}
    status={row.expiring ? <TimeLeft row={row} /> : !isSaid(context, 'status', row.status) && <State row={row} />}
  />
);

/** List card on phones. */
export const card = (row: RentalContractRow) => (
  <CardRow
    id={row.id}
    lead={row.code}
    time={<Price row={row} />}
    title={
      <>
        <RefName to="unit" id={row.unitId} /> · <Tenant row={row} />
      </>
    }
    status={row.expiring ? <TimeLeft row={row} /> : <State row={row} />}
    person={
      <small>
        <Period row={row} />
      </small>
    }
  />
);
