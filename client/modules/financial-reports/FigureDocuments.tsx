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
            keyOf={one => `${one.type} ${one.id} ${one.day} ${one.amount}`}
            columns={[
              {
                key: 'code',
                label: t('debt.document'),
                foot: t('debt.total'),
                cell: one => (
                  <RefLink to={one.type} id={one.id}>
                    {one.code || '–'}
                  </RefLink>
                ),
              },
              {
                key: 'unit',
                label: t('debt.by.unit'),
                cell: one => one.unitId && <RefName to="unit" id={one.unitId} />,
              },
              { key: 'day', label: t('debt.day'), cell: one => day(one.day) },
              {
                key: 'amount',
                label: t('debt.amount'),
                figure: true,
                cell: one => money(one.amount),
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
