import type { conferenceTotals } from '@lobby/shared/modules/conference-unit.contract.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { filterValues } from '../../../kit/http/query.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useListModel } from '../../../kit/ui/list/model/model.ts';
import { styleClass } from '../../../theme/classes.ts';
import { useExact } from './exact.ts';

const sumClass = styleClass({
  textStyle: 'sm',
  color: 'fg.muted',
  fontFamily: 'figures',
  alignSelf: 'center',
  minW: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  hideBelow: 'md',
});

/** Number and votes of the units that the filter of the list selects. */
export function FilterTotals() {
  const { t } = useTranslation(conferenceUnit.name);
  const { number } = useFormats();
  const exact = useExact();
  const { list } = useListModel();
  const { filter } = useAtomValue(list.view);
  const sent = filterValues(filter);
  // Votes of different meetings cannot be added.
  const isSingle = Array.isArray(sent.conferenceId) && sent.conferenceId.length === 1;
  const { data } = useContract<typeof conferenceTotals>(
    '/conference-unit/totals',
    isSingle && { follow: conferenceUnit.code, delay: 500, query: { filter: sent } },
  );
  if (!isSingle || !data) return null;
  return <span className={sumClass()}>{t('totals', { units: number(data.heads), weight: exact(data.weight) })}</span>;
}
