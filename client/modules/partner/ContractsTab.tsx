import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { FileSignature } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { AddRelated } from '../../kit/ui/detail/related/AddRelated.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

export const CONTRACT_FORM = pairedForm(
  ['number', 'partnerId', 'signedOn', 'startDate', 'expiryDate', 'remindDate', 'value'],
  ['subject', 'files'],
);

/** Contracts of a partner, current ones first. */
export function ContractsTab({ id }: { id: string }) {
  const { t } = useTranslation('partner');
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(partnerContract, 'partnerId', id, MOST);
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={FileSignature}
      none={t('none')}
      add={
        <AddRelated definition={partnerContract}>
          {onClose => (
            <FormDialog
              {...CONTRACT_FORM}
              open
              definition={partnerContract}
              defaults={{ partnerId: id }}
              onSaved={onClose}
              onCancel={onClose}
            />
          )}
        </AddRelated>
      }
    >
      {rowId => <Contract key={rowId} id={rowId} to={`/projects/${idUnitGroup}/${partnerContract.opens}${rowId}`} />}
    </RelatedRecords>
  );
}

function Contract({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('partner-contract');
  const { day } = useFormats();
  const { number, subject, startDate, expiryDate, status } = useHeldRow(partnerContract, id);
  const { tone, icon } = partnerContract.statuses[(status ?? 'ACTIVE') as keyof typeof partnerContract.statuses];
  return (
    <Line
      to={to}
      style={{ order: status === 'ACTIVE' ? 0 : 1 }}
      title={subject}
      note={`${number} · ${startDate && day(startDate)} – ${expiryDate && day(expiryDate)}`}
      after={
        <Status tone={tone} icon={icon}>
          {t(`statuses.${status ?? 'ACTIVE'}`)}
        </Status>
      }
    />
  );
}
