import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { syncPreview } from '@lobby/shared/modules/sync-run.contract.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callContract } from '../../kit/http/contract.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';

type Preview = AnswerOf<typeof syncPreview>[number];
/** The voucher that would be sent now; undefined while loading, null without a connection or on failure. */
function usePreview(id: string, version: unknown): Preview | null | undefined {
  const [preview, setPreview] = useState<Preview | null | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the row was changed
  useEffect(() => {
    let left = false;
    callContract<typeof syncPreview>('POST', '/accounting-sync/preview', { ...scopeNow(), body: { ids: [id] } })
      .then(({ data }) => !left && setPreview(data[0] ?? null))
      .catch(() => !left && setPreview(null));
    return () => {
      left = true;
    };
  }, [id, version]);
  return preview;
}

/** Compares a document with the accounting software: differences, then the lines that are sent. */
export function CompareTab({ id }: { id: string }) {
  const { t } = useTranslation(syncReceipt.name);
  const { money, day } = useFormats();
  const { row } = useRecord(syncReceipt, id);
  const preview = usePreview(id, row?.version);
  if (!row) return null;
  /** Label of a compared field; voucher lines are numbered. */
  const nameOf = (field: string) => {
    const [what, n] = field.split('.');
    return n ? t('compare.line', { n }) : t(`compare.fields.${what}`);
  };
  /** Formats the value of one side; "nothing" where the voucher does not exist. */
  const written = (field: string, value: string) => {
    if (value === '') return t('compare.nothing');
    if (field === 'amount') return money(Number(value));
    if (field === 'date') return day(value);
    if (!field.startsWith('lines.')) return value;
    const [account, debit, credit, ...codes] = value.split(' · ');
    const sides = [`${t('compare.debit')} ${money(Number(debit))}`, `${t('compare.credit')} ${money(Number(credit))}`];
    return [account, ...sides, ...codes].filter(Boolean).join(' · ');
  };
  const differing = row.difference ?? [];
  return (
    <DetailBody>
      <FigureTable
        label={t('fields.difference')}
        rows={differing}
        keyOf={line => line.field ?? ''}
        columns={[
          { key: 'field', label: t('fields.field'), cell: ({ field }) => nameOf(field ?? '') },
          { key: 'ours', label: t('fields.ours'), cell: ({ field, ours }) => written(field ?? '', ours ?? '') },
          { key: 'theirs', label: t('fields.theirs'), cell: ({ field, theirs }) => written(field ?? '', theirs ?? '') },
        ]}
      />
      {preview === null && <p>{t('compare.none')}</p>}
      {preview?.error && <p role="alert">{preview.error.text}</p>}
      {preview && preview.lines.length > 0 && (
        <FigureTable
          label={t('compare.lines')}
          rows={preview.lines.map((line, n) => ({ ...line, n }))}
          keyOf={line => line.n}
          columns={[
            { key: 'account', label: t('compare.account'), cell: line => line.account },
            { key: 'debit', label: t('compare.debit'), as: 'money' },
            { key: 'credit', label: t('compare.credit'), as: 'money' },
            {
              key: 'codes',
              label: t('compare.codes'),
              cell: ({ customer, caseCode, fundCode, taxCode }) =>
                [customer, caseCode, fundCode, taxCode].filter(Boolean).join(' · '),
            },
          ]}
        />
      )}
    </DetailBody>
  );
}
