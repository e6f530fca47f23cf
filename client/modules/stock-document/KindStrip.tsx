import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import type { stockDocumentTotals } from '@lobby/shared/modules/supply.contract.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { isImpossible } from '../../kit/base/matches.ts';
import { filterValues } from '../../kit/http/query.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { StatStrip } from '../../kit/ui/figures/StatStrip.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { useListModel } from '../../kit/ui/list/model/model.ts';

/** Sums of the filtered documents by kind; live. */
export function KindStrip() {
  const { t } = useTranslation(stockDocument.name);
  const { money } = useFormats();
  const { list } = useListModel();
  const { filter } = useAtomValue(list.view);
  const phone = usePhone();
  const { data } = useContract<typeof stockDocumentTotals>(
    '/stock-document/totals',
    !phone &&
      !isImpossible(filter) && { query: { filter: filterValues(filter) }, follow: stockDocument.code, delay: 1000 },
  );
  if (!data || data.length === 0) return null;
  return (
    <StatStrip
      label={t('totals.title')}
      stats={data.map(({ kind, count, total }) => ({
        key: kind,
        label: t(`options.kind.${kind}`),
        value: money(total),
        note: t('count', { count }),
      }))}
    />
  );
}
