import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { resultDocuments } from '@lobby/shared/modules/financial-reports.contract.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

type Documents = AnswerOf<typeof resultDocuments>;

interface FigureDocumentsProps {
  title: string;
  /** Null while loading. */
  data: Documents | null;
  onClose: () => void;
}

/** Documents behind a figure of a report, with their sum. */
export function FigureDocuments({ title, data, onClose }: FigureDocumentsProps) {
  const { t } = useTranslation('books');
  const { money, day } = useFormats();
  const more = data ? data.count - data.rows.length : 0;
  return (
    <Dialog open wide onClose={onClose} title={title} footer={<LeaveButton onClick={onClose} />}>
      {data ? (
        <>
          <FigureTable<Documents['rows'][number]>
            plain
            label={title}
            rows={data.rows}
            keyOf={row => `${row.type} ${row.id} ${row.day} ${row.amount}`}
            columns={[
              {
                key: 'code',
                label: t('debt.document'),
                foot: t('debt.total'),
                cell: row => (
                  <RefLink to={row.type} id={row.id}>
                    {row.code || '–'}
                  </RefLink>
                ),
              },
              {
                key: 'unit',
                label: t('debt.by.unit'),
                cell: row => row.unitId && <RefName to="unit" id={row.unitId} />,
              },
              { key: 'day', label: t('debt.day'), cell: row => day(row.day) },
              {
                key: 'amount',
                label: t('debt.amount'),
                figure: true,
                cell: row => money(row.amount),
                foot: money(data.sum),
              },
            ]}
          />
          {more > 0 && <p>{t('debt.moreDocuments', { count: more })}</p>}
        </>
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  );
}
