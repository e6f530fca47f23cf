import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { FileSignature } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { AddRelated } from '../../kit/ui/detail/related/AddRelated.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { Period, Price, State, Tenant } from './rows.tsx';

const NewContract = lazyPart(async () => (await import('./NewContract.tsx')).NewContract, DialogSkeleton);

const MOST = 50;

/** Contracts of a unit or resident, current and ended. */
export function ContractsTab({ id, of }: { id: string; of: 'unitId' | 'residentId' }) {
  const { t } = useTranslation('rental-contract');
  const { idUnitGroup = '' } = useParams();
  const contracts = `/projects/${idUnitGroup}/${rentalContract.route}?tab=all`;
  const view = useRelatedRecords(rentalContract, of, id, MOST);
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={FileSignature}
      none={t('few.none')}
      all={{ to: `${contracts}&${of}=${id}`, label: t('few.all') }}
      add={
        <AddRelated definition={rentalContract}>
          {onClose => (
            <NewContract defaults={of === 'unitId' ? { unitId: id } : { residentId: id }} onClose={onClose} />
          )}
        </AddRelated>
      }
    >
      {rowId => <Contract key={rowId} id={rowId} of={of} to={`${contracts}&id=${rowId}`} />}
    </RelatedRecords>
  );
}

function Contract({ id, of, to }: { id: string; of: 'unitId' | 'residentId'; to: string }) {
  const row = useHeldRow(rentalContract, id);
  const unit = useRefName('unit', row.unitId);
  return (
    <Line
      to={to}
      style={{ order: row.status === 'ACTIVE' ? 0 : 1 }}
      title={of === 'unitId' ? <Tenant row={row} /> : unit}
      note={
        <>
          {row.code} · <Period row={row} /> · <Price row={row} />
        </>
      }
      after={<State row={row} />}
    />
  );
}
