import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { type RentalContractRow, rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { FilePlus, Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { RemoveDialog } from '../../kit/ui/actions/RemoveDialog.tsx';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FieldValue } from '../../kit/ui/form/FieldValue.tsx';
import { useFieldWords, useWriting } from '../../kit/ui/form/form-context.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { styleClass } from '../../theme/classes.ts';
import { AnnexDialog } from './AnnexDialog.tsx';

const MOST = 100;
/** Current terms with the field of the term as signed. */
const FIRST = [
  ['price', 'firstPrice'],
  ['area', 'firstArea'],
  ['expiryDate', 'firstExpiryDate'],
] as const;
const CHANGED = ['price', 'area', 'expiryDate', 'remindExpiredDate', 'content', 'attachments'] as const;

const listClass = styleClass({
  display: 'grid',
  listStyle: 'none',
  m: '0',
  p: '0',
  mb: '4',
  '& > li': {
    position: 'relative',
    ps: '5',
    pb: '5',
    borderInlineStartWidth: '1px',
    borderColor: 'border.emphasized',
    ms: '1',
  },
  '& > li:last-child': { borderColor: 'transparent', pb: '0' },
  '& > li::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '-5px',
    top: '6px',
    w: '9px',
    h: '9px',
    borderRadius: 'full',
    bg: 'bg',
    borderWidth: '2px',
    borderColor: 'border.emphasized',
  },
  '& > li[data-holds]::before': { borderColor: 'accent.solid', bg: 'accent.solid' },
});
const headClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  minH: '6',
  '& > strong': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& > small': { textStyle: 'xs', color: 'fg.muted' },
  '& > :last-child:not(strong, small)': { ms: 'auto' },
});
const factsClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(96px, 144px) 1fr',
  columnGap: '4',
  rowGap: '1',
  mt: '1',
  '& > dt': { color: 'fg.subtle' },
  '& > dd': { minW: '0', m: '0', fontFamily: 'figures' },
});

/** History of the terms: the contract as signed, then each annex. */
export function TermsTab({ id, onAdd }: { id: string; onAdd: (() => void) | undefined }) {
  const { t } = useTranslation(['rental-contract', 'contract-annex']);
  const view = useRelatedRecords(contractAnnex, 'contractId', id, MOST);
  const contract = useHeldRow(rentalContract, id);
  if (!view || view.phase === 'first') return <SkeletonRows />;
  const annexes = view.ids.filter(other => other !== null);
  return (
    <DetailBody>
      <ol className={listClass()} aria-label={t('terms.tab')}>
        {annexes.map(annex => (
          <Annex key={annex} id={annex} contract={{ ...contract, id }} mayEdit={onAdd !== undefined} />
        ))}
        <Step title={t('terms.first')} from={contract.startDate} holds>
          {FIRST.map(([name, first]) => (
            <Fact
              key={name}
              definition={rentalContract}
              name={name}
              field={rentalContract.fields[name]}
              value={contract[first]}
            />
          ))}
        </Step>
      </ol>
      {onAdd && (
        <Button icon={FilePlus} onClick={onAdd}>
          {t('contract-annex:actions.create')}
        </Button>
      )}
    </DetailBody>
  );
}

function Fact(props: ComponentProps<typeof FieldValue>) {
  const { label } = useFieldWords(props.definition.name);
  return (
    <>
      <dt>{label(props.name)}</dt>
      <dd>
        <FieldValue {...props} />
      </dd>
    </>
  );
}

interface StepProps {
  title: string;
  from: string | null | undefined;
  /** Whether it is effective already. */
  holds: boolean;
  tools?: ReactNode;
  children: ReactNode;
}

function Step({ title, from, holds, tools, children }: StepProps) {
  const { t } = useTranslation('rental-contract');
  const { day } = useFormats();
  return (
    <li data-holds={holds || undefined}>
      <div className={headClass()}>
        <strong>{title}</strong>
        {from && <small>{t('terms.from', { date: day(from) })}</small>}
        {!holds && (
          <Status tone="waiting" icon="clock">
            {t('terms.later')}
          </Status>
        )}
        {tools}
      </div>
      <dl className={factsClass()}>{children}</dl>
    </li>
  );
}

interface AnnexProps {
  id: string;
  contract: Partial<RentalContractRow> & { id: string };
  mayEdit: boolean;
}

function Annex({ id, contract, mayEdit }: AnnexProps) {
  const { t } = useTranslation(['contract-annex', 'kit']);
  const { today } = useWriting();
  const { row } = useRecord(contractAnnex, id);
  const mayRemove = useCan(contractAnnex.code, 'delete');
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  if (!row) return null;
  const annex = row;
  const close = () => setDialog(null);
  const changed = CHANGED.filter(name => {
    const value = annex[name];
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
  });
  return (
    <Step
      title={annex.code ?? ''}
      from={annex.effectiveDate}
      holds={(annex.effectiveDate ?? '') <= today}
      tools={
        mayEdit && (
          <span>
            <IconButton icon={Pencil} size="sm" label={t('kit:detail.edit')} onClick={() => setDialog('edit')} />
            {mayRemove && (
              <IconButton icon={Trash2} size="sm" label={t('actions.remove')} onClick={() => setDialog('remove')} />
            )}
          </span>
        )
      }
    >
      {changed.map(name => (
        <Fact
          key={name}
          definition={contractAnnex}
          name={name}
          field={contractAnnex.fields[name]}
          value={annex[name]}
        />
      ))}
      {dialog === 'edit' && <AnnexDialog contract={contract} doc={row} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog definition={contractAnnex} row={row} onRemoved={close} onClose={close} />}
    </Step>
  );
}
