import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { approvalPreview } from '@lobby/shared/modules/approval-request.contract.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { fundTransfer } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { FieldValue } from '../../kit/ui/form/FieldValue.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

/** Definitions that requests can create, by name. */
const MADE: Readonly<Record<string, Definition>> = Object.fromEntries(
  [payslip, fundTransfer, writeOff].map(definition => [definition.name, definition]),
);

const isTold = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Entered values by field. */
function Values({ definition, values }: { definition: Definition; values: Record<string, unknown> }) {
  const { t } = useTranslation(approvalRequest.name);
  const say = useFieldWords(definition.name);
  const rows = Object.entries(definition.fields).filter(([name, field]) => !field.readOnly && isTold(values[name]));
  return (
    <FigureTable
      label={t('look.values')}
      rows={rows}
      keyOf={([name]) => name}
      columns={[
        { key: 'name', label: t('look.field'), cell: ([name, field]) => say.label(name, field) },
        {
          key: 'value',
          label: t('look.value'),
          cell: ([name, field]) => (
            <FieldValue definition={definition} name={name} field={field} value={values[name]} />
          ),
        },
      ]}
    />
  );
}

/** Shows what an approval would do now: journal entry, balances before and after, or why it would be refused. */
export function LookTab({ id }: { id: string }) {
  const { t } = useTranslation([approvalRequest.name, journalEntry.name]);
  const { money } = useFormats();
  const { row } = useRecord(approvalRequest, id);
  const waits = row?.status === 'PENDING';
  const { data, error, again } = useContract<typeof approvalPreview>(
    '/approval-request/:id/preview',
    waits && { params: { id }, follow: approvalRequest.code },
  );
  if (row && !waits)
    return (
      <DetailBody>
        <p>{t('look.over')}</p>
      </DetailBody>
    );
  if (error && !data) return <ErrorState title={t('look.failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const made = MADE[data.definition];
  const figure = (amount: number) => (amount === 0 ? '' : money(amount));
  return (
    <DetailBody>
      {data.changed && <p role="status">{t('look.changed')}</p>}
      {data.refused && (
        <Refused error={t('look.refused', { message: data.refused.message })} code={data.refused.code} />
      )}
      {made && data.values && <Values definition={made} values={data.values} />}
      <FigureTable
        label={t('look.entry')}
        rows={data.lines}
        keyOf={line => data.lines.indexOf(line)}
        columns={[
          {
            key: 'account',
            label: t('look.account'),
            cell: line => [t(`journal-entry:options.account.${line.account}`), line.name].filter(Boolean).join(' · '),
          },
          { key: 'debit', label: t('look.debit'), figure: true, cell: line => figure(line.debit) },
          { key: 'credit', label: t('look.credit'), figure: true, cell: line => figure(line.credit) },
        ]}
      />
      <FigureTable
        label={t('look.balances')}
        rows={data.balances}
        keyOf={line => line.name}
        columns={[
          { key: 'where', label: t('look.where'), cell: line => line.name },
          { key: 'before', label: t('look.before'), as: 'money' },
          { key: 'after', label: t('look.after'), as: 'money' },
        ]}
      />
      <FigureTable
        label={t('look.alike')}
        rows={data.alike}
        keyOf={line => line.id}
        columns={[
          { key: 'code', label: t('look.alike'), cell: line => line.code },
          { key: 'amount', label: t('fields.amount'), as: 'money' },
        ]}
      />
    </DetailBody>
  );
}
