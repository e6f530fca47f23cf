import type { supplyTotals } from '@lobby/shared/modules/supply.contract.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { isImpossible } from '../../kit/base/matches.ts';
import { filterValues } from '../../kit/http/query.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { StatStrip } from '../../kit/ui/figures/StatStrip.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { useListModel } from '../../kit/ui/list/model/model.ts';

/** Value on hand of the filtered supplies; live. */
export function ValueStrip() {
  const { t } = useTranslation(supply.name);
  const { money } = useFormats();
  const { list } = useListModel();
  const { filter } = useAtomValue(list.view);
  const phone = usePhone();
  const may = useCan(supply.code, 'aggregate') && !phone && !isImpossible(filter);
  const { data } = useContract<typeof supplyTotals>(
    '/supply/totals',
    may && { query: { filter: filterValues(filter) }, follow: supply.code, delay: 1000 },
  );
  if (!data) return null;
  return (
    <StatStrip
      label={t('totals.value')}
      stats={[
        {
          key: 'value',
          label: t('totals.value'),
          value: money(data.value),
          note: t('count', { count: data.count }),
        },
      ]}
    />
  );
}
