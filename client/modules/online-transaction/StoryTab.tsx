import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';

interface Heard {
  at: string;
  what: string | null;
  result: string | null;
}

/** Log of an order: return from the payment page, webhooks, queries, refunds. */
export function StoryTab({ id }: { id: string }) {
  const { t } = useTranslation(onlineTransaction.name);
  const { dateTime } = useFormats();
  const { row } = useRecord(onlineTransaction, id);
  const log: readonly Heard[] = row?.log ?? [];
  if (log.length === 0) return <DetailBody>{t('none')}</DetailBody>;
  return (
    <DetailBody>
      <FigureTable
        label={t('story')}
        rows={log.map((entry, n) => ({ ...entry, n }))}
        keyOf={({ n }) => n}
        columns={[
          { key: 'at', label: t('fields.at'), cell: ({ at }) => dateTime(at) },
          { key: 'what', label: t('fields.what'), cell: ({ what }) => what },
          { key: 'result', label: t('fields.result'), cell: ({ result }) => result },
        ]}
      />
    </DetailBody>
  );
}
