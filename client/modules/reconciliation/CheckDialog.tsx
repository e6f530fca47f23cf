import type {
  explainCheck,
  FoundRow,
  reconciliationCheck,
  withdrawExplanation,
} from '@lobby/shared/modules/reconciliation.contract.ts';
import { isCounted, reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { callContract } from '../../kit/http/contract.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { TextArea } from '../../kit/ui/controls/TextArea.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { type Line, placeOf } from './lines.ts';

const { code, name } = reconciliation;
const LEAST = 3;

/** Findings of a check, with the explanations given for them. */
export function CheckDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t } = useTranslation([name, 'common']);
  const { money, number } = useFormats();
  const say = (row: FoundRow, value: number) => (isCounted(row.rule) ? number(value) : money(value));
  const { idUnitGroup } = useParams();
  const may = useCan(code, 'aggregate');
  const [reason, setReason] = useState('');
  const params = { check: line.check };
  const { data } = useContract<typeof reconciliationCheck>('/reconciliation/:check', { params, follow: code });
  const { busy, error, code: refusal, run } = useSubmit();
  const acknowledgement = line.acknowledged;
  const send = () =>
    run(async () => {
      if (acknowledgement)
        await callContract<typeof withdrawExplanation>('PUT', '/reconciliation/:check/withdraw', {
          ...scopeNow(),
          params,
        });
      else
        await callContract<typeof explainCheck>('PUT', '/reconciliation/:check/acknowledge', {
          ...scopeNow(),
          params,
          body: { reason },
        });
      onClose();
    });
  return (
    <Dialog
      open
      wide
      title={`${line.no}. ${t(`checks.${line.check}`)}`}
      description={acknowledgement ? `${acknowledgement.by.name}: ${acknowledgement.reason}` : undefined}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          {may && (
            <Button
              look="filled"
              busy={busy}
              disabled={!acknowledgement && reason.trim().length < LEAST}
              onClick={() => void send()}
            >
              {t(acknowledgement ? 'screen.withdraw' : 'screen.acknowledge')}
            </Button>
          )}
        </>
      }
    >
      <FigureTable<FoundRow>
        label={t('rows')}
        rows={data?.rows ?? []}
        keyOf={row => `${row.rule} ${row.id} ${row.serviceId}`}
        columns={[
          {
            key: 'record',
            label: t('fields.record'),
            cell: row => {
              const place = placeOf(row);
              return place ? <Link to={`/projects/${idUnitGroup}/${place}`}>{row.name}</Link> : row.name;
            },
          },
          { key: 'left', label: t('fields.left'), figure: true, cell: row => say(row, row.left) },
          { key: 'right', label: t('fields.right'), figure: true, cell: row => say(row, row.right) },
        ]}
      />
      {may && !acknowledgement && (
        <Field label={t('fields.reason')} help={t('screen.reasonHelp')} error={error} code={refusal} required>
          <TextArea value={reason} maxLength={500} onChange={event => setReason(event.target.value)} />
        </Field>
      )}
    </Dialog>
  );
}
